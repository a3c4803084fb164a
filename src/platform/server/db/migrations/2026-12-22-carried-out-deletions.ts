import type { Kysely } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. The deletions that this database has carried
 * out, so that a restored one finds those that it lacks in the list outside the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("carried_out_deletions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("subjects", "text")
    .addColumn("days_left", "bigint", (column) => column.notNull())
    .addColumn("listed_at", "bigint")
    .execute();
}
