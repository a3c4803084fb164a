import type { Kysely } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. When a customer's row was derived last, so that
 * open pages of the desk follow it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("customer_index")
    .addColumn("changed_at", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("customer_index_by_change")
    .on("customer_index")
    .column("changed_at")
    .execute();
}
