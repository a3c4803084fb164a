import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Requests that repeat have the id of their
 * series; and the search finds requests before they are booked, so its rows, which are derived, no
 * longer belong to stored documents only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await sql`alter table requests add column series_id text not null default ''`.execute(db);
  await sql`
    create index requests_by_series on requests (series_id, sort_at)
    where series_id <> ''`.execute(db);
  await sql`drop table request_words`.execute(db);
  await sql`drop table request_index`.execute(db);
  const numbered = isPostgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`
    create table request_index (
      number ${numbered},
      uid text not null references accounts (uid) on delete cascade,
      id text not null,
      words_hash text not null,
      unique (uid, id)
    )`.execute(db);
  await (isPostgres ? createForPostgres(db) : createForSqlite(db));
  await sql`insert into stale_customers (uid) select uid from accounts order by created_at`.execute(
    db,
  );
}

async function createForPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table request_words (
      number bigint primary key references request_index (number) on delete cascade,
      words tsvector not null
    )`.execute(db);
  await sql`
    create index request_words_by_word on request_words using gin (words)
    with (fastupdate = off)`.execute(db);
  await sql`
    create trigger requests_mark_customers after insert or update or delete on requests
    for each row execute function mark_customer_stale()`.execute(db);
}

async function createForSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create virtual table request_words using fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
      tokenize='unicode61 remove_diacritics 0'
    )`.execute(db);
  await sql`
    create trigger request_words_follow_rows after delete on request_index
    begin delete from request_words where rowid = old.number; end`.execute(db);
  for (const event of ["insert", "update", "delete"]) {
    const row = sql.raw(event === "delete" ? "old" : "new");
    await sql`
      create trigger ${sql.raw(`requests_mark_customers_${event}`)}
      after ${sql.raw(event)} on requests
      begin insert into stale_customers (uid) values (${row}.uid); end`.execute(db);
  }
}
