import type { Selectable } from "kysely";
import type { RequestResponse } from "../../contract/endpoints/endpoints.ts";
import type { Database } from "../platform/db/schema.ts";

/** A completed request with exactly the fields of SPEC 3: seconds and US dollars. */
export type RequestRecord = Omit<RequestResponse, "picture" | "reference">;

/** A stored request as people and operators see it. */
export function toRequestRecord(row: Selectable<Database["completed_requests"]>): RequestRecord {
  return {
    id: row.id,
    requestTitle: row.request_title,
    assignedTo: row.assigned_to,
    assignedToUid: row.assigned_to_uid,
    requestCompleted: row.request_completed === 1,
    dateCompleted: row.date_completed,
    price: row.price_cents === null ? null : row.price_cents / 100,
  };
}
