import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these indexes is a new migration. The desk reads an application's conversions
 * and the duplicates merged into it. The second index is partial, since `duplicate_of` is mostly
 * null and SQLite would not use a full one.
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
