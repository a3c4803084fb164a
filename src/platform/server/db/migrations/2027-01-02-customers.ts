import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. The lists and the search of customers and
 * requests (docs/decisions/0120): what they sort, filter and find by is derived from the other
 * tables, whose triggers name in `stale_customers` whom to derive again. Also the list that a saved
 * view belongs to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await createIndexes(db, isPostgres);
  await createWords(db, isPostgres);
  await (isPostgres ? createPostgresTriggers(db) : createSqliteTriggers(db));
  await sql`insert into stale_customers (uid) select uid from accounts order by created_at`.execute(
    db,
  );
  await db.schema
    .alterTable("saved_views")
    .addColumn("list", "text", (column) => column.notNull().defaultTo("inbox"))
    .execute();
}

async function createIndexes(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const numbered = isPostgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
  await sql`
    create table customer_index (
      number ${numbered},
      uid text not null unique references accounts (uid) on delete cascade,
      name text not null,
      state text not null,
      created_at bigint not null,
      contact_at bigint not null,
      request_at bigint,
      is_paid integer not null,
      is_verified integer not null,
      is_locked integer not null,
      has_open integer not null,
      words_hash text not null
    )`.execute(db);
  const indexes: Readonly<Record<string, string>> = {
    contact: "contact_at, number",
    created: "created_at, number",
    name: "name, number",
    state: "state, contact_at, number",
    paid: "is_paid, contact_at, number",
    verified: "is_verified, contact_at, number",
    locked: "is_locked, contact_at, number",
    open: "has_open, contact_at, number",
  };
  for (const [name, columns] of Object.entries(indexes)) {
    const index = sql.raw(`customer_index_by_${name}`);
    await sql`create index ${index} on customer_index (${sql.raw(columns)})`.execute(db);
  }
  await sql`
    create table request_index (
      number ${numbered},
      uid text not null,
      id text not null,
      words_hash text not null,
      unique (uid, id),
      foreign key (uid, id) references completed_requests (uid, id) on delete cascade
    )`.execute(db);
  // Only ever added to, so that changes of different people never wait for each other.
  await sql`create table stale_customers (id ${numbered}, uid text not null)`.execute(db);
}

/** The search indexes, as that of cases. */
async function createWords(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const name of ["customer", "request"]) {
    const [words, rows] = [sql.raw(`${name}_words`), sql.raw(`${name}_index`)];
    if (isPostgres) {
      await sql`
        create table ${words} (
          number bigint primary key references ${rows} (number) on delete cascade,
          words tsvector not null
        )`.execute(db);
      await sql`create index ${sql.raw(`${name}_words_by_word`)} on ${words} using gin (words) with (fastupdate = off)`.execute(
        db,
      );
      continue;
    }
    await sql`
      create virtual table ${words} using fts5 (
        words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
        tokenize='unicode61 remove_diacritics 0'
      )`.execute(db);
    await sql`
      create trigger ${sql.raw(`${name}_words_follow_rows`)} after delete on ${rows}
      begin delete from ${words} where rowid = old.number; end`.execute(db);
  }
}

/** Tables with the `uid` of the person whose row changed. */
const ofAccounts = ["accounts", "profiles", "completed_requests"] as const;

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function mark_customer_stale() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_customers (uid) values (old.uid);
      else
        insert into stale_customers (uid) values (new.uid);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function mark_sender_stale() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into stale_customers (uid) select uid from accounts where email_key = old.email;
      else
        insert into stale_customers (uid) select uid from accounts where email_key = new.email;
      end if;
      return null;
    end $$`.execute(db);
  for (const table of ofAccounts) {
    await sql`
      create trigger ${sql.raw(`${table}_mark_customers`)}
      after insert or update or delete on ${sql.table(table)}
      for each row execute function mark_customer_stale()`.execute(db);
  }
  await sql`
    create trigger cases_mark_customers after insert or update or delete on cases
    for each row execute function mark_sender_stale()`.execute(db);
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  for (const event of ["insert", "update", "delete"]) {
    const row = sql.raw(event === "delete" ? "old" : "new");
    for (const table of ofAccounts) {
      await sql`
        create trigger ${sql.raw(`${table}_mark_customers_${event}`)}
        after ${sql.raw(event)} on ${sql.table(table)}
        begin insert into stale_customers (uid) values (${row}.uid); end`.execute(db);
    }
    await sql`
      create trigger ${sql.raw(`cases_mark_customers_${event}`)} after ${sql.raw(event)} on cases
      begin
        insert into stale_customers (uid) select uid from accounts where email_key = ${row}.email;
      end`.execute(db);
  }
}
