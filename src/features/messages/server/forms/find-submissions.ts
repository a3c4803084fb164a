import { type Kysely, sql } from "kysely";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { submittedPhoneKey } from "../../../../platform/server/values/phone.ts";
import {
  type FoundRecord,
  type PageRecord,
  pageSize,
  spamMark,
} from "../../../../platform/server/values/stored-record.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import type { RecordSearch } from "../../../privacy/server/feature-data.ts";

/** Submissions with a reference, an address or, however it was typed, a phone number. */
export async function findSubmissions(
  db: Kysely<Database>,
  { phone, reference, email }: RecordSearch,
): Promise<FoundRecord[]> {
  if (phone !== undefined) return withNumber(await selectByPhone(db, [phone]).execute(), [phone]);
  const rows = await selectSubmissions(db)
    .where(reference === undefined ? "email" : "reference", "=", reference ?? email)
    .execute();
  return rows.map(toRecord);
}

/** Submissions of a form, a page at a time. */
export async function readSubmissions(
  db: Kysely<Database>,
  collection: string,
  after: string,
): Promise<PageRecord[]> {
  const rows = await selectSubmissions(db)
    .where("collection", "=", collection)
    .where("id", ">", after)
    .limit(pageSize)
    .execute();
  return rows.map((row) => {
    const { collection: _collection, ...record } = toRecord(row);
    return { ...record, place: row.id };
  });
}

/**
 * Submissions with one of these phone numbers and without an email address, such as entries of the
 * wait list: they can be found only by the number. Data deletion requests are excluded.
 */
export async function findPhoneOnly(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<FoundRecord[]> {
  if (keys.length === 0) return [];
  return withNumber(await selectPhoneOnly(db, keys).execute(), keys);
}

/** The query of `findPhoneOnly`. @param keys at least one */
export function selectPhoneOnly(db: Kysely<Database>, keys: readonly string[]) {
  return (
    selectByPhone(db, keys)
      // An expression, so that SQLite does not read every submission without an email.
      .where(sql`email || ''`, "=", "")
      .where("collection", "!=", dataDeletionForm.collection)
  );
}

function selectSubmissions(db: Kysely<Database>) {
  return db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data", "spam_reason", "document_id"])
    .orderBy("id");
}

function selectByPhone(db: Kysely<Database>, keys: readonly string[]) {
  return selectSubmissions(db).where((row) =>
    row.or([
      // The first condition is that of the index.
      row.and([row("phone_key", "<>", ""), isOneOf(db, "phone_key", keys)]),
      row("phone_key", "is", null),
    ]),
  );
}

/** The rows without a key, until the job has filled it, have any number or none. */
function withNumber(rows: readonly Row[], keys: readonly string[]): FoundRecord[] {
  const wanted = new Set(keys);
  return rows.map(toRecord).filter(({ data }) => wanted.has(submittedPhoneKey(data)));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSubmissions>["execute"]>>[number];

/** An imported one has the id of its document. */
function toRecord({ data, spam_reason, document_id: documentId, ...row }: Row): FoundRecord {
  const id = documentId ?? row.id;
  return { ...row, id, data: JSON.parse(data), ...spamMark(spam_reason) };
}
