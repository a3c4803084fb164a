import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Apps that log in with the site's accounts,
 * their log-ins, and the keys that sign for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("amr", "text").execute();
  await sql`
    create table oidc_clients (
      id text primary key,
      name text not null,
      redirect_uris text not null,
      post_logout_uris text not null,
      backchannel_uri text,
      created_at bigint not null,
      created_by text not null
    )`.execute(db);
  await sql`
    create table oidc_keys (
      id text primary key,
      sealed text not null,
      created_at bigint not null,
      used_from bigint not null
    )`.execute(db);
  await sql`
    create table oidc_records (
      id text primary key,
      kind text not null,
      uid text references accounts (uid) on delete cascade,
      client_id text references oidc_clients (id) on delete cascade,
      grant_id text,
      session_id text references sessions (id) on delete cascade,
      data text not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint not null,
      consumed_at bigint
    )`.execute(db);
  for (const column of ["uid", "client_id", "grant_id", "session_id"]) {
    await sql`create index ${sql.ref(`oidc_records_by_${column}`)} on oidc_records (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db);
  }
  await sql`create index oidc_records_by_expiry on oidc_records (expires_at)`.execute(db);
  await sql`
    create table oidc_logouts (
      id text primary key,
      client_id text not null references oidc_clients (id) on delete cascade,
      subject text not null,
      sid text,
      created_at bigint not null,
      attempts bigint not null,
      next_try_at bigint not null,
      leased_until bigint not null
    )`.execute(db);
  await sql`create index oidc_logouts_waiting on oidc_logouts (next_try_at)`.execute(db);
  await sql`create index oidc_logouts_by_client on oidc_logouts (client_id)`.execute(db);
}
