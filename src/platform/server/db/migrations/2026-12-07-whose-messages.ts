import type { Kysely } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Notes on a person, by email address in lower
 * case, and messages that are not from the person whose email or support ID they name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("person_notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("staff_id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("mentions", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("person_notes_by_email")
    .on("person_notes")
    .columns(["email", "id"])
    .execute();
  await db.schema
    .createTable("separate_cases")
    .addColumn("case_id", "text", (column) =>
      column.primaryKey().references("cases.id").onDelete("cascade"),
    )
    .addColumn("staff_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
}
