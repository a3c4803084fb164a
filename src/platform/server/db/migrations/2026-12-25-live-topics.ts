import { type Kysely, sql } from "kysely";

/** Frozen: a change to these columns is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["applications", "privacy_cases"]) {
    await db.schema
      .alterTable(table)
      .addColumn("changed_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .createIndex("sent_applications_by_changed_at")
    .on("applications")
    .column("changed_at")
    .where(sql.ref("number"), "is not", null)
    .execute();
  await db.schema
    .createIndex("privacy_cases_by_changed_at")
    .on("privacy_cases")
    .column("changed_at")
    .execute();
  await db.schema
    .alterTable("case_presence")
    .addColumn("topic", "text", (column) => column.notNull().defaultTo("inbox"))
    .execute();
}
