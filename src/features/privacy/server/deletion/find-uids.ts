import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type FormerAccount,
  listFormer,
} from "../../../customers/server/merges/former-accounts.ts";

/**
 * The accounts of an email address in lower case, usually one. Several are from before addresses had
 * one canonical form (docs/decisions/0095); the one that the address leads to comes first.
 */
export async function findUids(db: Kysely<Database>, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("uid")
    .where((row) => row.or([row("email_key", "=", email), row("shared_email_key", "=", email)]))
    .orderBy(sql`case when shared_email_key is null then 0 else 1 end`)
    .orderBy("created_at")
    .execute();
  return rows.map(({ uid }) => uid);
}

/** The accounts that were merged into those of an address. */
export async function findFormer(
  db: Kysely<Database>,
  email: string,
): Promise<readonly FormerAccount[]> {
  return listFormer(db, await findUids(db, email));
}

/**
 * An address with the confirmed ones of the accounts that were merged into its account, by
 * `emailKey`: an unconfirmed one may be somebody else's.
 */
export async function findAddresses(
  db: Kysely<Database>,
  email: string,
): Promise<readonly string[]> {
  const former = await findFormer(db, email);
  const confirmed = former.filter((one) => one.confirmed_at !== null);
  return [...new Set([email, ...confirmed.map((one) => one.email_key)])];
}
