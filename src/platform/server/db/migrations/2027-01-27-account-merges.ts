import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Accounts that staff merged into others
 * (docs/decisions/0131), and what an undo needs. Messages from the address of a merged account mark
 * the customer who has it now as changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_merges (
      merged_uid text primary key,
      uid text not null references accounts (uid) on delete cascade,
      email text not null,
      email_key text not null,
      support_id text not null,
      confirmed_at bigint,
      merged_by text not null,
      at bigint not null,
      undo_until bigint
    )`.execute(db);
  await sql`create index account_merges_by_uid on account_merges (uid)`.execute(db);
  await sql`create index account_merges_by_email on account_merges (email_key)`.execute(db);
  await sql`create index account_merges_by_support_id on account_merges (support_id)`.execute(db);
  await sql`create index account_merges_by_undo on account_merges (undo_until)
    where undo_until is not null`.execute(db);
  await sql`
    create table merged_rows (
      id text primary key,
      merged_uid text not null references account_merges (merged_uid) on delete cascade,
      table_name text not null,
      row_key text not null,
      data text
    )`.execute(db);
  await sql`create index merged_rows_by_merge on merged_rows (merged_uid, id)`.execute(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isPostgres ? markInPostgres(db) : markInSqlite(db));
}

async function markInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function mark_sender_stale() returns trigger language plpgsql as $$
    declare
      sender text;
    begin
      if tg_op = 'DELETE' then
        sender := old.email;
      else
        sender := new.email;
      end if;
      insert into stale_customers (uid)
        select uid from accounts where email_key = sender
        union all select uid from account_merges where email_key = sender;
      return null;
    end $$`.execute(db);
}

async function markInSqlite(db: Kysely<unknown>): Promise<void> {
  for (const event of ["insert", "update", "delete"]) {
    const [name, row] = [
      sql.ref(`cases_mark_customers_${event}`),
      sql.ref(event === "delete" ? "old.email" : "new.email"),
    ];
    await sql`drop trigger ${name}`.execute(db);
    const head = {
      insert: sql`after insert`,
      update: sql`after update`,
      delete: sql`after delete`,
    };
    await sql`
      create trigger ${name} ${head[event as keyof typeof head]} on cases
      begin
        insert into stale_customers (uid)
          select uid from accounts where email_key = ${row}
          union all select uid from account_merges where email_key = ${row};
      end`.execute(db);
  }
}
