import type { Kysely } from "kysely";

/** Frozen: a change to this column is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("conversation_replies")
    .addColumn("stopped", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
