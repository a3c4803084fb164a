import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import type { AuditKind } from "../contract/audit.ts";
import type { Happening } from "./event-words.ts";

export type StoredEvent = Selectable<Database["events"]>;

/** The record whose history an event is in. */
export interface EventSubject {
  readonly kind: "case" | "application" | "privacy" | "request";
  readonly id: string;
  /** Null for a draft. */
  readonly reference?: string | null;
}

export interface EventActor {
  readonly staffId: string | null;
  /** Without one: only in histories, which show the present one. */
  readonly name?: string;
  /** Network address, or "Command line". */
  readonly origin?: string;
}

export type NewEvent = Happening & {
  /** Without one: the person, or the server itself. */
  readonly actor?: EventActor | undefined;
  readonly subject?: EventSubject | undefined;
  /** Its kind in the audit log. Without one it is not in there, and is deleted with its subject. */
  readonly audit?: AuditKind | undefined;
  /** For the audit log: a reference, or a part of the desk; by default the subject's reference. */
  readonly target?: string;
};

/** Records what happened, in the transaction that does it. @returns the event's id */
export async function recordEvent(
  trx: Transaction<Database>,
  event: NewEvent,
  now: number,
): Promise<string> {
  const [id = ""] = await recordEvents(trx, [event], now);
  return id;
}

/** The same of several. At most some hundred: they are one statement. */
export async function recordEvents(
  trx: Transaction<Database>,
  events: readonly NewEvent[],
  now: number,
): Promise<string[]> {
  const rows = events.map(({ kind, data = {}, actor, subject, audit, target }) => ({
    id: orderedId(),
    at: now,
    kind,
    data: JSON.stringify(data),
    subject: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    target: target ?? subject?.reference ?? "",
    ...actorColumns(actor),
    audit: audit ?? null,
    undoes: null,
  }));
  await trx.insertInto("events").values(rows).execute();
  return rows.map(({ id }) => id);
}

function actorColumns({ staffId, name = "", origin = "" }: EventActor = { staffId: null }) {
  return { staff_id: staffId, actor: name, origin };
}

/** Records that events were undone. Histories then show neither, the audit log both. */
export async function undoEvents(
  trx: Transaction<Database>,
  ids: readonly string[],
  actor: EventActor,
  now: number,
): Promise<void> {
  const undone = await trx
    .selectFrom("events")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  for (const event of undone) {
    const undo = { id: orderedId(), at: now, audit: "change", undoes: event.id };
    await trx
      .insertInto("events")
      .values({ ...event, ...undo, ...actorColumns(actor) })
      .execute();
  }
}
