import { type Kysely, type Selectable, sql } from "kysely";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { providerPicturePath, type RequestResponse } from "../../contract/profile.ts";
import { pictureAddress } from "../profile/address.ts";
import { toRequestRecord } from "./requests.ts";

type Row = Selectable<Database["completed_requests"]>;

/** A person's requests, newest first; those without a date are in progress and come first. */
export async function listRequests(db: Kysely<Database>, uid: string): Promise<RequestResponse[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy(sql`date_completed is null`, "desc")
    .orderBy("date_completed", "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return addPictures(db, rows);
}

export async function findRequest(
  db: Kysely<Database>,
  uid: string,
  id: string,
): Promise<RequestResponse | undefined> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .where("id", "=", id)
    .execute();
  const [answer] = await addPictures(db, rows);
  return answer;
}

async function addPictures(db: Kysely<Database>, rows: readonly Row[]): Promise<RequestResponse[]> {
  const paths = new Set(rows.map((row) => providerPicturePath(row.assigned_to_uid)));
  const pictures = await findHashes(db, [...paths]);
  const canceled = await findCanceled(db, rows);
  return rows.map((row) => {
    const path = providerPicturePath(row.assigned_to_uid);
    const hash = pictures.get(path);
    const reason = canceled.get(row.id);
    return {
      ...toRequestRecord(row),
      reference: row.reference,
      picture: hash === undefined ? null : pictureAddress(path, hash),
      ...(reason !== undefined && { canceled: reason }),
    };
  });
}

/** Why requests of a person were canceled, by their ids. */
async function findCanceled(
  db: Kysely<Database>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string | null, string>> {
  const uid = rows[0]?.uid;
  if (uid === undefined) return new Map();
  const canceled = await db
    .selectFrom("requests")
    .select(["document_id", "cancel_reason"])
    .where("uid", "=", uid)
    .where("state", "=", "canceled")
    .execute();
  return new Map(canceled.map((row) => [row.document_id, row.cancel_reason]));
}

async function findHashes(
  db: Kysely<Database>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("pictures")
    .select(["path", "hash"])
    .where(isOneOf(db, "path", paths))
    .execute();
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}
