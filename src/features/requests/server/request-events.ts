import type { Transaction } from "kysely";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { emitEvents, type NewEvent } from "../../integrations/server/webhooks/emit-events.ts";
import type { RequestTable } from "./tables.ts";

type Row = Pick<RequestTable, "id" | "document_id" | "uid" | "reference" | "state">;

/** A request after a change, and its state before; without one it is new. */
export interface ChangedRequest {
  readonly row: Row;
  readonly from?: string | undefined;
}

/** As programs read them; the others are not booked yet. */
const statuses: Readonly<Record<string, string>> = {
  booked: "in-progress",
  done: "completed",
};

/** Events of changed requests, one for each. */
export async function emitRequests(
  trx: Transaction<Database>,
  changed: readonly ChangedRequest[],
  now: number,
): Promise<void> {
  const events = changed.map(({ row, from }) => toEvent(row, eventOf(row.state, from)));
  await emitEvents(trx, events, now);
}

function eventOf(state: string, from: string | undefined) {
  if (from === undefined) return "created";
  if (state === from) return "updated";
  if (state === "done") return "completed";
  return state === "canceled" ? "canceled" : "updated";
}

function toEvent(
  { id, document_id: documentId, uid, reference, state }: Row,
  what: ReturnType<typeof eventOf>,
): NewEvent {
  return {
    event: `request.${what}`,
    recordId: id,
    object: { id, externalId: documentId },
    uid,
    data: {
      reference,
      status: statuses[state] ?? state,
      customer: { uid },
      page: `${deskPaths.requests}/${id}`,
    },
  };
}

/** Events of requests that are gone, without anything about them but their ids. */
export async function emitRequestsDeleted(
  trx: Transaction<Database>,
  gone: readonly Pick<Row, "id" | "document_id" | "uid">[],
  now: number,
): Promise<void> {
  const events = gone.map(({ id, document_id: externalId, uid }) => ({
    event: "request.deleted" as const,
    recordId: id,
    object: { id, externalId },
    data: { customer: { uid } },
  }));
  await emitEvents(trx, events, now);
}

export function providerEvent(
  event: "provider.created" | "provider.updated",
  id: string,
): NewEvent {
  return { event, recordId: id, object: { id }, data: {} };
}
