import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type IdentityWay, identityWays } from "../../contract/cases.ts";
import type { PrivacyCase } from "../requests/privacy-case.ts";

/**
 * How staff can check who asks, besides the link: most ways compare with an account, and a call
 * needs its number.
 */
export async function listIdentityWays(
  db: Kysely<Database>,
  { email }: Pick<PrivacyCase, "email">,
): Promise<readonly IdentityWay[]> {
  const account = await db
    .selectFrom("accounts")
    .leftJoin("profiles", "profiles.uid", "accounts.uid")
    .select("profiles.phone_number as phone")
    .where("accounts.email_key", "=", email)
    .executeTakeFirst();
  const needs: Readonly<Record<IdentityWay, boolean>> = {
    "We called the number in the account": Boolean(account?.phone),
    "They told us the support ID and the address of the account": account !== undefined,
    "They came to us with an ID card": true,
  };
  return identityWays.filter((way) => needs[way]);
}
