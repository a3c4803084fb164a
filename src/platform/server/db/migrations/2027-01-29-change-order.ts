import type { Kysely } from "kysely";

/**
 * Frozen: a change to this index is a new migration. Requests in the order of their last changes, page
 * by page: one batch gives many of them one time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("requests_by_change_time")
    .on("requests")
    .columns(["changed_at", "id"])
    .execute();
  await db.schema.dropIndex("requests_by_changed").execute();
}
