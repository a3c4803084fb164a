import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Emails that came in, and the IDs of ours in
 * conversations, by which answers find them. Both belong to a submission, which exists before its
 * case, or to an application. A trigger schedules the removal of an original whose row is deleted,
 * whichever way that happens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createInbound(db);
  await createSent(db);
  await (db.getExecutor().adapter instanceof PostgresAdapter
    ? removeOriginalsPostgres(db)
    : removeOriginalsSqlite(db));
  await db.schema
    .createIndex("conversation_replies_failed")
    .on("conversation_replies")
    .columns(["case_id", "id"])
    .where(sql.ref("failed_at"), "is not", null)
    .execute();
}

const inbound = "conversation_inbound_emails";
const sent = "conversation_sent_emails";

function createOwned<Name extends string>(db: Kysely<unknown>, table: Name) {
  return db.schema
    .createTable(table)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.references("submissions.id").onDelete("cascade"),
    )
    .addColumn("application_id", "text", (column) =>
      column.references("applications.id").onDelete("cascade"),
    )
    .addCheckConstraint(`${table}_owner`, sql`case_id is not null or application_id is not null`);
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

async function createInbound(db: Kysely<unknown>): Promise<void> {
  await createOwned(db, inbound)
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addColumn("entry_id", "text", (column) =>
      column.references("conversation_entries.id").onDelete("cascade"),
    )
    .addColumn("is_opening", "bigint", (column) => column.notNull())
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("source_key", "text", (column) => column.notNull().unique())
    .addColumn("from_name", "text", (column) => column.notNull())
    .addColumn("from_address", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sender", "text", (column) => column.notNull())
    .addColumn("is_quiet", "bigint", (column) => column.notNull())
    .addColumn("notes", "text", (column) => column.notNull())
    .addColumn("attachments", "text", (column) => column.notNull())
    .addColumn("reply_id", "text")
    .addColumn("report_status", "text", (column) => column.notNull())
    .addColumn("report_reason", "text", (column) => column.notNull())
    .addColumn("raw_file", "text")
    .addColumn("raw_size", "bigint", (column) => column.notNull())
    .execute();
  await indexByOwner(db, inbound);
  for (const column of ["entry_id", "message_id", "raw_file"]) {
    await db.schema.createIndex(`${inbound}_by_${column}`).on(inbound).column(column).execute();
  }
  await db.schema
    .createIndex(`${inbound}_by_sender`)
    .on(inbound)
    .columns(["from_address", "received_at"])
    .execute();
  await db.schema
    .createIndex(`${inbound}_opening`)
    .on(inbound)
    .columns(["received_at", "is_opening"])
    .where(sql.ref("is_opening"), "=", sql.lit(1))
    .execute();
  await db.schema
    .createIndex(`${inbound}_by_reply`)
    .on(inbound)
    .columns(["reply_id", "id"])
    .where(sql.ref("reply_id"), "is not", null)
    .execute();
}

async function createSent(db: Kysely<unknown>): Promise<void> {
  await createOwned(db, sent)
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await indexByOwner(db, sent);
  await sql`
    insert into ${sql.table(sent)} (id, case_id, application_id, kind, at)
    select email_id, case_id, application_id, 'reply', send_at
    from conversation_replies where email_id is not null
  `.execute(db);
}

async function removeOriginalsSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger conversation_originals_follow_emails after delete on ${sql.table(inbound)}
    when old.raw_file is not null
    begin
      insert or ignore into file_removals (path, due_at) values (old.raw_file, 0);
    end
  `.execute(db);
}

async function removeOriginalsPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function conversation_originals_follow_emails() returns trigger language plpgsql as $$
    begin
      if old.raw_file is not null then
        insert into file_removals (path, due_at) values (old.raw_file, 0) on conflict do nothing;
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger conversation_originals_follow_emails after delete on ${sql.table(inbound)}
    for each row execute function conversation_originals_follow_emails()
  `.execute(db);
}
