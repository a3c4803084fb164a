import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type Collection,
  type FoundRecord,
  pageSize,
  type StoredRecord,
} from "../../../../platform/server/values/stored-record.ts";
import type { RequestResponse } from "../../contract/profile.ts";
import { users } from "../customers.ts";

/** A completed request with exactly the specified fields: seconds and US dollars. */
export type RequestRecord = Omit<RequestResponse, "picture" | "reference" | "canceled">;

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

export function completedRequestsOf(uid: string): Collection {
  return {
    name: requestsName(uid),
    fields: [
      "id",
      "requestTitle",
      "assignedTo",
      "assignedToUid",
      "requestCompleted",
      "dateCompleted",
      "price",
    ],
    async findWarning(db) {
      const account = await db
        .selectFrom("accounts")
        .select("uid")
        .where("uid", "=", uid)
        .executeTakeFirst();
      return account ? undefined : `There is no account ${uid}.`;
    },
    async readPage(db, after) {
      const rows = await db
        .selectFrom("completed_requests")
        .selectAll()
        .where("uid", "=", uid)
        .where("id", ">", after)
        .orderBy("id")
        .limit(pageSize)
        .execute();
      return rows.map(toStored);
    },
  };
}

export function requestsName(uid: string): string {
  return `${users.name}/${uid}/CompletedRequests`;
}

/** The person whose requests the collection contains; undefined for every other name. */
export function readRequestsName(name: string): string | undefined {
  const [collection, uid = "", ...rest] = name.split("/");
  return collection === users.name && requestsName(uid) === name && rest.length === 1 && uid !== ""
    ? uid
    : undefined;
}

export async function findRequests(
  db: Kysely<Database>,
  reference: string,
): Promise<FoundRecord[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("reference", "=", reference)
    .orderBy("uid")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ collection: requestsName(row.uid), ...toStored(row) }));
}

function toStored(row: Selectable<Database["completed_requests"]>): StoredRecord {
  return { id: row.id, reference: row.reference, data: { ...toRequestRecord(row) } };
}
