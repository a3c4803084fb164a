import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. People who help a customer with an account of
 * their own, and what they looked at and did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table helpers (
      id text primary key,
      uid text not null references accounts (uid) on delete cascade,
      name text not null,
      relation text not null,
      email text not null,
      email_key text not null,
      requests bigint not null,
      asks bigint not null,
      messages bigint not null,
      secret_hash text unique,
      invited_at bigint not null,
      invited_by text not null,
      expires_at bigint not null,
      accepted_at bigint,
      until_at bigint,
      ended_at bigint,
      ended_by text,
      told text not null,
      reminded_at bigint
    )`.execute(db);
  await sql`create index helpers_by_uid on helpers (uid)`.execute(db);
  await sql`create index helpers_by_email on helpers (email_key)`.execute(db);
  await sql`
    create table helper_logins (
      id text primary key references helpers (id) on delete cascade,
      uid text not null references accounts (uid) on delete cascade
    )`.execute(db);
  await sql`create index helper_logins_by_uid on helper_logins (uid)`.execute(db);
  await sql`
    create table helper_acts (
      id text primary key,
      helper_id text not null references helpers (id) on delete cascade,
      at bigint not null,
      kind text not null,
      about text not null
    )`.execute(db);
  await sql`create index helper_acts_by_helper on helper_acts (helper_id, id)`.execute(db);
}
