import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. Cases that are put off until a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("cases").addColumn("snoozed_until", "bigint").execute();
  await db.schema.alterTable("cases").addColumn("snooze_reason", "text").execute();
}
