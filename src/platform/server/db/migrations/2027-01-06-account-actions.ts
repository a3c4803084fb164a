import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. What staff do for a customer's account
 * (docs/decisions/0123): checks of callers, why an account is locked, and removals of a second factor
 * that wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table caller_checks (
      uid text not null references accounts (uid) on delete cascade,
      staff_id text not null,
      started_at bigint not null,
      matched text not null,
      shown text not null,
      misses bigint not null,
      missed_at bigint,
      code_hash text,
      code_sent_at bigint,
      passed_at bigint,
      ended_at bigint,
      primary key (uid, staff_id)
    )`.execute(db);
  await sql`create index caller_checks_by_staff on caller_checks (staff_id)`.execute(db);
  await sql`
    create table second_factor_removals (
      uid text primary key references accounts (uid) on delete cascade,
      asked_by text not null,
      asked_at bigint not null
    )`.execute(db);
  const accounts = db.schema.alterTable("accounts");
  await accounts.addColumn("locked_by", "text").execute();
  await accounts.addColumn("lock_reason", "text").execute();
}
