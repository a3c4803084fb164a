import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Drafts of emails that staff begin, and the
 * files that staff attach, each of a draft or of a reply.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table new_message_drafts (
      id text primary key,
      staff_id text not null references staff (id) on delete cascade,
      recipient text not null,
      email text not null,
      name text not null,
      phone text not null,
      subject text not null,
      text text not null,
      blanks text not null,
      status_after text not null,
      template_id text not null,
      saved_at bigint not null,
      unique (staff_id, recipient)
    )`.execute(db);
  await sql`create index new_message_drafts_by_email on new_message_drafts (email)`.execute(db);
  await sql`create index new_message_drafts_by_time on new_message_drafts (saved_at)`.execute(db);
  await sql`
    create table reply_files (
      id text primary key,
      draft_id text references conversation_drafts (id) on delete cascade,
      new_draft_id text references new_message_drafts (id) on delete cascade,
      reply_id text references conversation_replies (id) on delete cascade,
      file text not null,
      name text not null,
      mime_type text not null,
      size bigint not null,
      at bigint not null,
      constraint reply_files_owner
        check (draft_id is not null or new_draft_id is not null or reply_id is not null)
    )`.execute(db);
  for (const column of ["draft_id", "new_draft_id", "reply_id", "file"]) {
    await sql`
      create index ${sql.ref(`reply_files_by_${column}`)} on reply_files (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db);
  }
  await db.schema
    .alterTable("mail_outbox")
    .addColumn("attachments", "text", (column) => column.notNull().defaultTo("[]"))
    .execute();
  // A file goes with its row, however the row is deleted.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create function reply_files_follow_rows() returns trigger language plpgsql as $$ begin
        insert into file_removals (path, due_at) values (old.file, 0) on conflict do nothing;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger reply_files_follow_rows after delete on reply_files
      for each row execute function reply_files_follow_rows()`.execute(db);
  } else {
    await sql`
      create trigger reply_files_follow_rows after delete on reply_files
      begin insert or ignore into file_removals (path, due_at) values (old.file, 0); end`.execute(
      db,
    );
  }
}
