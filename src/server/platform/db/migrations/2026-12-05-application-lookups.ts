import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these indexes is a new migration. The desk reads what an ad company was told of
 * an application, and what was merged into it. Most applications duplicate none, so that SQLite does
 * not use the index of all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("conversions_by_application_id")
    .on("conversions")
    .column("application_id")
    .execute();
  await db.schema
    .createIndex("merged_applications_by_duplicate_of")
    .on("applications")
    .column("duplicate_of")
    .where(sql.ref("joined_at"), "is not", null)
    .execute();
}
