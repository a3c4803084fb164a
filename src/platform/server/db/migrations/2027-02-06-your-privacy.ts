import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. What the page "Your privacy" adds: who asks
 * for somebody else and with which proof, what is to be corrected, and who said no to ad companies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["details", "corrections", "agent_name", "agent_email", "agent_role"]) {
    await sql`alter table privacy_cases add column ${sql.ref(column)} text not null default ''`.execute(
      db,
    );
  }
  await sql`alter table privacy_cases add column authority_at bigint`.execute(db);
  await sql`
    create table privacy_files (
      id text primary key,
      case_id text not null references privacy_cases (id) on delete cascade,
      file text not null,
      name text not null,
      mime_type text not null,
      size bigint not null,
      at bigint not null
    )`.execute(db);
  await sql`create index privacy_files_by_case on privacy_files (case_id)`.execute(db);
  await sql`create index privacy_files_by_file on privacy_files (file)`.execute(db);
  // A file goes with its row, however the row is deleted.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create trigger privacy_files_follow_rows after delete on privacy_files
      for each row execute function reply_files_follow_rows()`.execute(db);
  } else {
    await sql`
      create trigger privacy_files_follow_rows after delete on privacy_files
      begin insert or ignore into file_removals (path, due_at) values (old.file, 0); end`.execute(
      db,
    );
  }
  await sql`
    create table ad_opt_outs (
      id text primary key,
      uid text references accounts (uid) on delete cascade,
      email text not null,
      how text not null,
      at bigint not null
    )`.execute(db);
  await sql`create unique index ad_opt_outs_once on ad_opt_outs (email, how)`.execute(db);
  await sql`create index ad_opt_outs_by_account on ad_opt_outs (uid) where uid is not null`.execute(
    db,
  );
}
