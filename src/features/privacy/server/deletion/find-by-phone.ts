import { type Kysely, sql } from "kysely";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneDigits } from "../../../../platform/server/db/tables/phone-digits.ts";
import { lastTenDigits, phoneKey } from "../../../../platform/server/values/phone.ts";
import { type FoundRecord, spamMark } from "../../../../platform/server/values/stored-record.ts";
import { findCustomersByPhone } from "../../../customers/server/accounts/customers.ts";
import { findApplications } from "../../../recruiting/server/applicants/applications.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";

/**
 * Every record with a phone number, however it was typed. Two people may share a number.
 * @param key as `phoneKey` makes it
 */
export async function findByPhone(db: Kysely<Database>, key: string): Promise<FoundRecord[]> {
  return [
    ...(await findCustomersByPhone(db, key)),
    ...(await findApplications(db, "phone_key", key)),
    ...toRecords(await selectByPhone(db, [key]).execute(), [key]),
  ];
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
  return toRecords(await selectPhoneOnly(db, keys).execute(), keys);
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

/** The keys of the phone numbers that the person with an email address in lower case gave. */
export async function findPhones(
  db: Kysely<Database>,
  { email, uid }: { readonly email: string; readonly uid: string },
): Promise<string[]> {
  const profiles = await db
    .selectFrom("profiles")
    .select("phone_number")
    .where("uid", "=", uid)
    .execute();
  const applications = await db
    .selectFrom("applications")
    .select("phone_key")
    .distinct()
    .where("email_key", "=", email)
    .execute();
  const { submitted } = phoneDigits(db);
  const submissions = await db
    .selectFrom("submissions")
    .select(submitted.as("phone"))
    .distinct()
    .where("email", "=", email)
    .where(submitted, "<>", "")
    .execute();
  const keys = [
    ...profiles.map((row) => phoneKey(row.phone_number)),
    ...applications.map((row) => row.phone_key),
    ...submissions.map(({ phone }) => phoneKey(phone ?? "")),
  ];
  return [...new Set(keys)].filter((key) => key !== "");
}

function selectSubmissions(db: Kysely<Database>) {
  return db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data", "spam_reason"])
    .orderBy("id");
}

function selectByPhone(db: Kysely<Database>, keys: readonly string[]) {
  const { submitted, ofSubmission } = phoneDigits(db);
  return selectSubmissions(db)
    .where(submitted, "<>", "")
    .where(isOneOf(db, ofSubmission, keys.map(lastTenDigits)));
}

/** The index knows only ten digits: numbers of other countries may have the same. */
function toRecords(
  rows: Awaited<ReturnType<ReturnType<typeof selectSubmissions>["execute"]>>,
  keys: readonly string[],
): FoundRecord[] {
  const wanted = new Set(keys);
  return rows
    .map(({ data, spam_reason, ...row }) => ({
      ...row,
      data: JSON.parse(data),
      ...spamMark(spam_reason),
    }))
    .filter(({ data }) => wanted.has(keyOf(data)));
}

/** Forms without a phone field have none. */
function keyOf({ phone = "" }: { readonly phone?: string }): string {
  return phoneKey(phone);
}
