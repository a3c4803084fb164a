import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Frozen: a change to these tables is a new migration. Texts, and which numbers agreed to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table texts (
      id text primary key,
      direction text not null,
      number_key text not null,
      case_id text references submissions (id) on delete cascade,
      uid text references accounts (uid) on delete cascade,
      kind text not null,
      body text not null,
      time_zone text not null,
      provider_id text,
      created_at bigint not null,
      attempts bigint not null,
      next_try_at bigint not null,
      leased_until bigint not null,
      sent_at bigint,
      delivered_at bigint,
      failed_at bigint,
      failure text,
      is_file bigint not null
    )`.execute(db);
  await sql`create index texts_waiting on texts (next_try_at)
    where sent_at is null and failed_at is null`.execute(db);
  await sql`create index texts_by_number on texts (number_key, id)`.execute(db);
  await sql`create index texts_by_case on texts (case_id, id) where case_id is not null`.execute(
    db,
  );
  await sql`create index texts_by_uid on texts (uid) where uid is not null`.execute(db);
  await sql`create unique index texts_by_provider_id on texts (provider_id)
    where provider_id is not null`.execute(db);
  await sql`
    create table text_consents (
      id text primary key,
      number_key text not null,
      state text not null,
      words text not null,
      at bigint not null,
      source text not null,
      uid text references accounts (uid) on delete cascade,
      staff_id text
    )`.execute(db);
  await sql`create index text_consents_by_number on text_consents (number_key, id)`.execute(db);
  await sql`create index text_consents_by_uid on text_consents (uid) where uid is not null`.execute(
    db,
  );
  await db.schema.alterTable("conversation_replies").addColumn("text_id", "text").execute();
  await sql`create index conversation_replies_by_text on conversation_replies (text_id)
    where text_id is not null`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? createPostgresTrigger(db) : createSqliteTrigger(db));
}

/** The file of a text in the outbox is removed with its row. */
async function createSqliteTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger text_files_follow_texts after delete on texts when old.is_file = 1
    begin
      insert or ignore into file_removals (path, due_at)
      values ('outbox/' || old.id || '.txt', 0);
    end`.execute(db);
}

async function createPostgresTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function text_files_follow_texts() returns trigger language plpgsql as $$
      begin
        if old.is_file = 1 then
          insert into file_removals (path, due_at) values ('outbox/' || old.id || '.txt', 0)
          on conflict do nothing;
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger text_files_follow_texts after delete on texts
    for each row execute function text_files_follow_texts()`.execute(db);
}
