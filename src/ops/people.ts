import type { Kysely, Selectable } from "kysely";
import type { Database } from "../server/platform/db/schema.ts";
import { toRequestRecord } from "../server/records/request-record.ts";
import { requestReference } from "../server/records/request-reference.ts";
import type { Collection, StoredRecord } from "./collections.ts";
import { pageSize } from "./page-size.ts";

/** Users (SPEC 3). */
export const users: Collection = {
  name: "Users",
  fields: [
    "firstName",
    "lastName",
    "emailAddress",
    "phoneNumber",
    "addressLine1",
    "city",
    "state",
    "zip",
    "uid",
    "stripeAccountId",
  ],
  async readPage(db, after) {
    const rows = await db
      .selectFrom("profiles")
      .selectAll()
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(pageSize)
      .execute();
    return rows.map(toUser);
  },
};

/** A profile as a record of Users; what is optional and not there is left out. */
export function toUser(row: Selectable<Database["profiles"]>): StoredRecord {
  return {
    id: row.uid,
    data: {
      firstName: row.first_name,
      lastName: row.last_name,
      emailAddress: row.email_address,
      phoneNumber: row.phone_number,
      ...(row.address_line1 !== "" && { addressLine1: row.address_line1 }),
      city: row.city,
      state: row.state,
      zip: row.zip,
      uid: row.uid,
      ...(row.stripe_account_id !== null && { stripeAccountId: row.stripe_account_id }),
    },
  };
}

/** The requests of one person: the sub-collection of SPEC 3. */
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
    async findDoubt(db) {
      const account = await db
        .selectFrom("accounts")
        .select("uid")
        .where("uid", "=", uid)
        .executeTakeFirst();
      return account ? undefined : `There is no account ${uid}.`;
    },
    readPage: (db, after) => readRequests(db, uid, after),
  };
}

/** What to type for the requests of one person. */
export function requestsName(uid: string): string {
  return `${users.name}/${uid}/CompletedRequests`;
}

/** The person whose requests a name means; undefined for every other name. */
export function readRequestsName(name: string): string | undefined {
  const [collection, uid = "", ...rest] = name.split("/");
  return collection === users.name && requestsName(uid) === name && rest.length === 1 && uid !== ""
    ? uid
    : undefined;
}

async function readRequests(
  db: Kysely<Database>,
  uid: string,
  after: string,
): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .where("id", ">", after)
    .orderBy("id")
    .limit(pageSize)
    .execute();
  return rows.map(toStored);
}

/** The requests, whoever's, that people know by a reference. It is not stored: all are looked at. */
export async function findRequests(
  db: Kysely<Database>,
  reference: string,
): Promise<(StoredRecord & { readonly collection: string })[]> {
  const found = [];
  let last = { uid: "", id: "" };
  for (let size = pageSize; size === pageSize; ) {
    const { uid, id } = last;
    const rows = await db
      .selectFrom("completed_requests")
      .selectAll()
      .where((where) =>
        where.or([
          where("uid", ">", uid),
          where.and([where("uid", "=", uid), where("id", ">", id)]),
        ]),
      )
      .orderBy("uid")
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      if (requestReference(row) !== reference) continue;
      found.push({ collection: requestsName(row.uid), ...toStored(row) });
    }
    last = rows.at(-1) ?? last;
    size = rows.length;
  }
  return found;
}

function toStored(row: Selectable<Database["completed_requests"]>): StoredRecord {
  return { id: row.id, reference: requestReference(row), data: { ...toRequestRecord(row) } };
}
