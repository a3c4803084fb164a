import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. The log of events for programs: places in one
 * order and numbers for each object, deliveries that wait for earlier ones of their object, and who
 * confirmed that an account was deleted. Rows of before have no position: they are not read again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [
    sql`position bigint`,
    sql`object_id text not null default ''`,
    sql`external_id text`,
    sql`sequence bigint`,
    sql`uid text`,
  ]) {
    await sql`alter table webhook_messages add column ${column}`.execute(db);
  }
  await sql`create unique index webhook_messages_by_position on webhook_messages (position)`.execute(
    db,
  );
  await sql`create index webhook_messages_by_uid on webhook_messages (uid) where uid is not null`.execute(
    db,
  );
  await sql`alter table webhook_deliveries add column object text not null default ''`.execute(db);
  await sql`alter table webhook_deliveries add column position bigint`.execute(db);
  await sql`create index webhook_deliveries_by_object
    on webhook_deliveries (endpoint_id, object, position) where state = 'waiting'`.execute(db);
  await sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`.execute(db);
  await sql`alter table webhook_endpoints add column after_position bigint not null default 0`.execute(
    db,
  );
  await sql`alter table webhook_endpoints add column missed_after bigint`.execute(db);
  await sql`alter table webhook_endpoints add column is_test bigint not null default 0`.execute(db);
  await sql`
    create table event_counters (
      name text primary key,
      last bigint not null
    )`.execute(db);
  await sql`
    create table deletion_receivers (
      id text primary key,
      message_id text not null,
      endpoint_id text not null,
      host text not null,
      case_id text references privacy_cases (id) on delete cascade,
      created_at bigint not null,
      reminders bigint not null,
      remind_at bigint,
      confirmed_at bigint
    )`.execute(db);
  await sql`create index deletion_receivers_by_message on deletion_receivers (message_id)`.execute(
    db,
  );
  await sql`create index deletion_receivers_by_case on deletion_receivers (case_id)`.execute(db);
  await sql`create index deletion_receivers_by_reminder on deletion_receivers (remind_at)
    where remind_at is not null`.execute(db);
}
