import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. How long closed records are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("retention_rules")
    .addColumn("kind", "text", (column) => column.primaryKey())
    .addColumn("months", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("retention_runs")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("deleted", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("cases_by_closed")
    .on("cases")
    .columns(["scope", "form", "changed_at"])
    .execute();
}
