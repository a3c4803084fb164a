import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey, submittedPhoneKey } from "../../../../platform/server/values/phone.ts";

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
  const submissions = await db
    .selectFrom("submissions")
    .select("phone_key")
    .distinct()
    .where("email", "=", email)
    .where("phone_key", "is not", null)
    .execute();
  // Stored by an earlier version, until the job has filled the key.
  const withoutKey = await db
    .selectFrom("submissions")
    .select("data")
    .where("email", "=", email)
    .where("phone_key", "is", null)
    .execute();
  const keys = [
    ...profiles.map((row) => phoneKey(row.phone_number)),
    ...applications.map((row) => row.phone_key),
    ...submissions.map((row) => row.phone_key ?? ""),
    ...withoutKey.map(({ data }) => submittedPhoneKey(JSON.parse(data))),
  ];
  return [...new Set(keys)].filter((key) => key !== "");
}
