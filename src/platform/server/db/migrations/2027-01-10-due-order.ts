import type { Kysely } from "kysely";

/**
 * Frozen: a change to this index is a new migration. The inbox in the order of due times, page by
 * page: many cases have the same one, so their numbers are part of the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("cases_by_due_time")
    .on("cases")
    .columns(["scope", "due_at", "number"])
    .execute();
  await db.schema.dropIndex("cases_by_due").execute();
}
