import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Frozen: a change to this table is a new migration. Licenses and other documents of applicants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application_documents (
      id text primary key,
      application_id text not null references applications (id) on delete cascade,
      kind text not null,
      label text not null,
      file text not null,
      name text not null,
      mime_type text not null,
      size bigint not null,
      ends_on text not null,
      state text not null,
      reason text not null,
      replaces text not null,
      source_key text not null unique,
      at bigint not null,
      decided_at bigint,
      reminded_at bigint
    )`.execute(db);
  await sql`create index application_documents_by_application on application_documents (application_id)`.execute(
    db,
  );
  await sql`create index application_documents_by_file on application_documents (file)`.execute(db);
  await sql`create index application_documents_by_end on application_documents (ends_on, id)`.execute(
    db,
  );
  await sql`create index application_documents_by_replaced on application_documents (replaces)`.execute(
    db,
  );
  // A file goes with its row, however the row is deleted.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create trigger application_documents_follow_rows after delete on application_documents
      for each row execute function reply_files_follow_rows()`.execute(db);
  } else {
    await sql`
      create trigger application_documents_follow_rows after delete on application_documents
      begin insert or ignore into file_removals (path, due_at) values (old.file, 0); end`.execute(
      db,
    );
  }
}
