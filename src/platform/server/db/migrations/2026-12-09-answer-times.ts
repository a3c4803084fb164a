import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. Working hours until an answer is due, by form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("answer_times")
    .addColumn("form", "text", (column) => column.primaryKey())
    .addColumn("hours", "bigint", (column) => column.notNull())
    .execute();
}
