import type { Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("file_removals")
    .addColumn("path", "text", (column) => column.primaryKey())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("file_removals_by_due_at")
    .on("file_removals")
    .column("due_at")
    .execute();
  await db.schema
    .createIndex("applications_by_resume_file")
    .on("applications")
    .column("resume_file")
    .execute();
}
