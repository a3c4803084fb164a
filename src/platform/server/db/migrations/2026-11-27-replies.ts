import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. Replies to cases, and their delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("mail_outbox").addColumn("failure", "text").execute();
  await db.schema.alterTable("case_entries").addColumn("via", "text").execute();
  await db.schema.alterTable("case_entries").addColumn("source_key", "text").execute();
  await db.schema
    .createIndex("case_entries_by_source_key")
    .unique()
    .on("case_entries")
    .column("source_key")
    .execute();
  await createReplies(db);
  await db.schema
    .createTable("case_drafts")
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("cases.id").onDelete("cascade"),
    )
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("blanks", "text", (column) => column.notNull())
    .addColumn("status_after", "text", (column) => column.notNull())
    .addColumn("template_id", "text", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("case_drafts_key", ["case_id", "staff_id"])
    .execute();
  await db.schema
    .createIndex("case_drafts_by_staff")
    .on("case_drafts")
    .column("staff_id")
    .execute();
  await db.schema
    .createTable("reply_templates")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("staff_id", "text", (column) => column.references("staff.id").onDelete("set null"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("is_shared", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("reply_templates_by_staff")
    .on("reply_templates")
    .column("staff_id")
    .execute();
}

async function createReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("case_replies")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("cases.id").onDelete("cascade"),
    )
    .addColumn("staff_id", "text", (column) => column.notNull())
    .addColumn("staff_name", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("send_at", "bigint", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("draft", "text", (column) => column.notNull())
    .addColumn("template", "text", (column) => column.notNull())
    .addColumn("status_after", "text", (column) => column.notNull())
    .addColumn("entry_id", "text", (column) => column.unique())
    .addColumn("email_id", "text")
    .addColumn("delivered_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("failure", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("case_replies_by_case")
    .on("case_replies")
    .columns(["case_id", "id"])
    .execute();
  await db.schema
    .createIndex("case_replies_due")
    .on("case_replies")
    .columns(["send_at", "entry_id"])
    .where("entry_id", "is", null)
    .execute();
  await db.schema
    .createIndex("case_replies_undelivered")
    .on("case_replies")
    .columns(["email_id", "delivered_at"])
    .where("delivered_at", "is", null)
    .execute();
}
