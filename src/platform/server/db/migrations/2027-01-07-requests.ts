import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Requests as the desk works with them
 * (docs/decisions/0124), one row for each stored document, and the directory of providers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const now = isPostgres
    ? sql`cast(extract(epoch from now()) * 1000 as bigint)`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`;
  // Without a date, a request in progress comes last.
  await sql`
    insert into requests (
      id, uid, document_id, reference, state, title, provider_id, provider_name, price_cents,
      completed_at, source, sort_at, version, created_at, changed_at
    )
    select uid || '.' || id, uid, id, reference,
      case when request_completed = 1 then 'done' else 'booked' end,
      request_title, assigned_to_uid, assigned_to, price_cents, date_completed * 1000, 'ops',
      case when request_completed = 1 then coalesce(date_completed * 1000, created_at)
        else 9007199254740991 end,
      1, created_at, ${now}
    from completed_requests`.execute(db);
  await sql`
    insert into providers (id, name, version, created_at, changed_at)
    select assigned_to_uid, max(assigned_to), 1, min(created_at), ${now}
    from completed_requests where assigned_to_uid <> '' group by assigned_to_uid`.execute(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table requests (
      id text primary key,
      uid text not null references accounts (uid) on delete cascade,
      document_id text,
      reference text not null,
      state text not null,
      title text not null,
      kind text not null default 'other',
      time_zone text not null default '',
      market text not null default '',
      starts_at bigint,
      ends_at bigint,
      wish text not null default '',
      provider_id text not null default '',
      provider_name text not null default '',
      price_cents bigint,
      address text not null default '',
      phone text not null default '',
      customer_note text not null default '',
      provider_note text not null default '',
      private_note text not null default '',
      source text not null,
      due_at bigint,
      completed_at bigint,
      canceled_at bigint,
      canceled_by text not null default '',
      cancel_reason text not null default '',
      feedback text not null default '',
      sort_at bigint not null,
      version bigint not null,
      created_at bigint not null,
      changed_at bigint not null,
      constraint requests_document unique (uid, document_id)
    )`.execute(db);
  const indexes: Readonly<Record<string, string>> = {
    state: "state, sort_at, id",
    provider: "provider_id, state, sort_at",
    market: "market, state, sort_at",
    kind: "kind, state, sort_at",
    changed: "changed_at",
    reference: "reference",
  };
  for (const [name, columns] of Object.entries(indexes)) {
    const index = sql.raw(`requests_by_${name}`);
    await sql`create index ${index} on requests (${sql.raw(columns)})`.execute(db);
  }
  await sql`
    create index requests_without_price on requests (sort_at, id)
    where price_cents is null and state in ('booked', 'done')`.execute(db);
  await sql`
    create table request_changes (
      id text primary key,
      request_id text not null references requests (id) on delete cascade,
      at bigint not null,
      staff_id text,
      what text not null
    )`.execute(db);
  await sql`create index request_changes_by_request on request_changes (request_id, at)`.execute(
    db,
  );
  await sql`
    create table request_messages (
      submission_id text primary key references submissions (id) on delete cascade,
      request_id text not null references requests (id) on delete cascade
    )`.execute(db);
  await sql`create index request_messages_by_request on request_messages (request_id)`.execute(db);
  await sql`
    create table request_emails (
      uid text not null references accounts (uid) on delete cascade,
      kind text not null,
      primary key (uid, kind)
    )`.execute(db);
  await sql`
    create table providers (
      id text primary key,
      name text not null,
      phone text not null default '',
      markets text not null default '',
      trades text not null default '',
      application_id text references applications (id) on delete cascade,
      version bigint not null,
      created_at bigint not null,
      changed_at bigint not null
    )`.execute(db);
  await sql`create index providers_by_name on providers (name)`.execute(db);
  await sql`create index providers_by_application on providers (application_id)`.execute(db);
}
