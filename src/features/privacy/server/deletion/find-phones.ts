import type { Kysely } from "kysely";
import { phoneDigits } from "../../../../platform/server/db/phone-digits.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";

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
