import type { Kysely } from "kysely";

/** Frozen: a change to this table is a new migration. When the clock was last known to be right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("clock_state")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addColumn("doubt", "text")
    .addColumn("doubted_at", "bigint")
    .execute();
}
