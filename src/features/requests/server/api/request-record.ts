import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { isExternalId } from "../../../customers/contract/customer-ref.ts";
import type { RequestRecord } from "../../contract/api.ts";
import type { Canceler, RequestState } from "../../contract/requests.ts";
import { toNumbers } from "../store.ts";
import type { RequestTable } from "../tables.ts";

const statuses: Readonly<Partial<Record<RequestState, RequestRecord["status"]>>> = {
  done: "completed",
  canceled: "canceled",
};

/** A booked request as programs read it. */
export function toRequestRecord(row: RequestTable): RequestRecord {
  return {
    externalId: row.document_id ?? "",
    customer: { uid: row.uid },
    requestTitle: row.title,
    assignedTo: row.provider_name,
    assignedToUid: row.provider_id,
    requestCompleted: row.state === "done",
    dateCompleted: row.completed_at === null ? null : Math.floor(row.completed_at / 1000),
    price: row.price_cents === null ? null : row.price_cents / 100,
    status: statuses[row.state as RequestState] ?? "in-progress",
    cancellation:
      row.state === "canceled" && row.canceled_at !== null
        ? {
            reason: row.cancel_reason,
            at: isoTime(row.canceled_at),
            by: (row.canceled_by || "us") as Canceler,
          }
        : null,
    reference: row.reference,
  };
}

/** @throws ApiError "invalid-external-id" */
export function checkExternalId(id: string): string {
  if (!isExternalId(id)) throw new ApiError("invalid-external-id");
  return id;
}

/** Stored requests by their documents' ids, as lists: two customers may have the same id. */
export async function findByDocument(
  db: Kysely<Database>,
  ids: readonly string[],
  { locks }: { readonly locks: boolean },
): Promise<ReadonlyMap<string, readonly RequestTable[]>> {
  const rows = await db
    .selectFrom("requests")
    .selectAll()
    .where(isOneOf(db, "document_id", ids))
    .orderBy("id")
    .$if(locks, (query) => query.forUpdate())
    .execute();
  return Map.groupBy(rows.map(toNumbers), (row) => row.document_id ?? "");
}

/** The only request with that id. @throws ApiError "ambiguous-id" */
export function onlyOne(rows: readonly RequestTable[] | undefined): RequestTable | undefined {
  if (rows && rows.length > 1) throw new ApiError("ambiguous-id");
  return rows?.[0];
}
