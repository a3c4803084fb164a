import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** The addresses of an account, and of those merged into it, by `emailKey`, if they are confirmed. */
export async function readConfirmedEmails(
  db: Pick<Kysely<Database>, "selectFrom">,
  uid: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("email_key")
    .where("uid", "=", uid)
    .where("email_verified_at", "is not", null)
    .union(
      db
        .selectFrom("account_merges")
        .select("email_key")
        .where("uid", "=", uid)
        .where("confirmed_at", "is not", null),
    )
    .execute();
  return rows.map((row) => row.email_key).filter(Boolean);
}
