import type { Kysely } from "kysely";

/** Frozen: a change to this column is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("case_presence")
    .addColumn("is_writing", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}
