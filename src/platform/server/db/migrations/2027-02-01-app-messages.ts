import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Messages that apps deliver: whose they are, and
 * files that customers attach.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_cases (
      case_id text primary key references submissions (id) on delete cascade,
      uid text not null references accounts (uid) on delete cascade
    )`.execute(db);
  await sql`create index app_cases_by_uid on app_cases (uid)`.execute(db);
  await sql`
    create table case_message_files (
      id text primary key,
      case_id text not null references cases (id) on delete cascade,
      entry_id text not null references conversation_entries (id) on delete cascade,
      file text not null,
      name text not null,
      mime_type text not null,
      size bigint not null,
      at bigint not null
    )`.execute(db);
  for (const column of ["case_id", "entry_id", "file"]) {
    await sql`
      create index ${sql.ref(`case_message_files_by_${column}`)}
      on case_message_files (${sql.ref(column)})`.execute(db);
  }
  // A file goes with its row, however the row is deleted.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create trigger case_message_files_follow_rows after delete on case_message_files
      for each row execute function reply_files_follow_rows()`.execute(db);
  } else {
    await sql`
      create trigger case_message_files_follow_rows after delete on case_message_files
      begin insert or ignore into file_removals (path, due_at) values (old.file, 0); end`.execute(
      db,
    );
  }
}
