import type { Kysely } from "kysely";

/** Frozen: a change to this table is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("stale_case_words")
    .addColumn("case_id", "text", (column) =>
      column.primaryKey().references("cases.id").onDelete("cascade"),
    )
    .execute();
}
