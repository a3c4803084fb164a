import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Conversations belong to a case or to an
 * application: their tables get a column for the application and a name that fits both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await moveEntries(db);
  await moveReplies(db);
  await moveDrafts(db);
  await db.schema
    .alterTable("reply_templates")
    .addColumn("topic", "text", (column) => column.notNull().defaultTo("case"))
    .execute();
  await db.schema.alterTable("applications").addColumn("waiting_since", "bigint").execute();
  await db.schema
    .createIndex("sent_applications_by_waiting")
    .on("applications")
    .columns(["status", "submitted_at", "number"])
    .where(sql.ref("number"), "is not", null)
    .where(sql.ref("waiting_since"), "is not", null)
    .execute();
}

/** A table whose rows belong to a case or an application, and are deleted with it. */
function createOwned<Name extends string>(
  db: Kysely<unknown>,
  table: Name,
): CreateTableBuilder<Name, "id" | "case_id" | "application_id"> {
  return db.schema
    .createTable(table)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) => column.references("cases.id").onDelete("cascade"))
    .addColumn("application_id", "text", (column) =>
      column.references("applications.id").onDelete("cascade"),
    )
    .addCheckConstraint(
      `${table}_owner`,
      sql`case_id is not null or application_id is not null`,
    ) as CreateTableBuilder<Name, "id" | "case_id" | "application_id">;
}

/** SQLite cannot drop "not null": the rows move to the new table. */
async function moveRows(
  db: Kysely<unknown>,
  from: string,
  to: string,
  columns: readonly string[],
  id = sql`id`,
): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(to)} (id, ${names}) select ${id}, ${names} from ${sql.table(from)}
  `.execute(db);
  await db.schema.dropTable(from).execute();
}

async function indexByOwner(db: Kysely<unknown>, table: string): Promise<void> {
  for (const owner of ["case", "application"]) {
    await db.schema
      .createIndex(`${table}_by_${owner}`)
      .on(table)
      .columns([`${owner}_id`, "id"])
      .execute();
  }
}

async function moveEntries(db: Kysely<unknown>): Promise<void> {
  await createOwned(db, "conversation_entries")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("mentions", "text", (column) => column.notNull())
    .addColumn("via", "text")
    .addColumn("source_key", "text")
    .execute();
  await moveRows(db, "case_entries", "conversation_entries", [
    "case_id",
    "at",
    "kind",
    "staff_id",
    "text",
    "mentions",
    "via",
    "source_key",
  ]);
  await indexByOwner(db, "conversation_entries");
  await db.schema
    .createIndex("conversation_entries_by_source_key")
    .unique()
    .on("conversation_entries")
    .column("source_key")
    .execute();
}

async function moveReplies(db: Kysely<unknown>): Promise<void> {
  const table = "conversation_replies";
  await createOwned(db, table)
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
  await moveRows(db, "case_replies", table, [
    "case_id",
    "staff_id",
    "staff_name",
    "origin",
    "created_at",
    "send_at",
    "text",
    "draft",
    "template",
    "status_after",
    "entry_id",
    "email_id",
    "delivered_at",
    "failed_at",
    "failure",
  ]);
  await indexByOwner(db, table);
  await db.schema
    .createIndex(`${table}_due`)
    .on(table)
    .columns(["send_at", "entry_id"])
    .where(sql.ref("entry_id"), "is", null)
    .execute();
  await db.schema
    .createIndex(`${table}_undelivered`)
    .on(table)
    .columns(["email_id", "delivered_at"])
    .where(sql.ref("delivered_at"), "is", null)
    .execute();
}

async function moveDrafts(db: Kysely<unknown>): Promise<void> {
  const table = "conversation_drafts";
  await createOwned(db, table)
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("blanks", "text", (column) => column.notNull())
    .addColumn("status_after", "text", (column) => column.notNull())
    .addColumn("template_id", "text", (column) => column.notNull())
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .execute();
  await moveRows(
    db,
    "case_drafts",
    table,
    ["case_id", "staff_id", "text", "blanks", "status_after", "template_id", "saved_at"],
    sql`case_id || ' ' || staff_id`,
  );
  for (const owner of ["case", "application"]) {
    await db.schema
      .createIndex(`${table}_of_${owner}`)
      .unique()
      .on(table)
      .columns([`${owner}_id`, "staff_id"])
      .execute();
  }
  await db.schema.createIndex(`${table}_by_staff`).on(table).column("staff_id").execute();
}
