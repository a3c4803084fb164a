import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Jobs replace the words of the records below
 * a number, newest first: those that older versions indexed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("search_rebuilds")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("below", "bigint", (column) => column.notNull())
    .execute();
  for (const [name, records] of [
    ["case_words", "cases"],
    ["application_words", "applications"],
  ] as const) {
    await sql`
      insert into search_rebuilds (name, below)
      select ${name}, max(number) + 1 from ${sql.table(records)} having max(number) is not null
    `.execute(db);
  }
}
