import type { Kysely } from "kysely";
import { dataDeletionForm } from "../../contract/forms/data-deletion.ts";
import type { Database } from "../platform/db/schema.ts";
import { findApplications } from "./applications.ts";
import { findPeopleByPhone } from "./people/people.ts";
import { likePhone, phoneKey } from "./shared/phone.ts";
import { type FoundRecord, spamMark } from "./shared/stored-record.ts";

/**
 * Every record with a phone number, however it was typed. Two people may share a number.
 * @param key as `phoneKey` makes it
 */
export async function findByPhone(db: Kysely<Database>, key: string): Promise<FoundRecord[]> {
  return [
    ...(await findPeopleByPhone(db, key)),
    ...(await findApplications(db, "phone_key", key)),
    ...(await findSubmissions(selectSubmissions(db), [key])),
  ];
}

/**
 * Submissions with one of these phone numbers and without an email address, such as entries of the
 * wait list: nothing but the number leads to them. Data deletion requests stay.
 */
export async function findPhoneOnly(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<FoundRecord[]> {
  const withoutEmail = selectSubmissions(db)
    .where("email", "=", "")
    .where("collection", "!=", dataDeletionForm.collection);
  return findSubmissions(withoutEmail, keys);
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
    .where("email_key", "=", email)
    .execute();
  const submissions = await selectSubmissions(db).where("email", "=", email).execute();
  const keys = [
    ...profiles.map((row) => phoneKey(row.phone_number)),
    ...applications.map((row) => row.phone_key),
    ...submissions.map(({ data }) => keyOf(JSON.parse(data))),
  ];
  return [...new Set(keys)].filter((key) => key !== "");
}

function selectSubmissions(db: Kysely<Database>) {
  return db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data", "spam_reason"])
    .orderBy("id");
}

async function findSubmissions(
  query: ReturnType<typeof selectSubmissions>,
  keys: readonly string[],
): Promise<FoundRecord[]> {
  if (keys.length === 0) return [];
  const rows = await query
    .where((row) => row.or(keys.map((key) => row("data", "like", likePhone(key)))))
    .execute();
  return rows
    .map(({ data, spam_reason, ...row }) => ({
      ...row,
      data: JSON.parse(data),
      ...spamMark(spam_reason),
    }))
    .filter(({ data }) => keys.includes(keyOf(data)));
}

/** Forms without a phone field have none. */
function keyOf({ phone = "" }: { readonly phone?: string }): string {
  return phoneKey(phone);
}
