import type { Kysely } from "kysely";

/** Frozen: a change to this table is a new migration. Accounts whose owner has not chosen a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("added_at", "bigint").execute();
}
