import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Programs that write: networks of a token, first
 * responses by Idempotency-Key, ids of customers in other programs, documents by their id alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_tokens add column allow_ip text not null default ''`.execute(db);
  await sql`
    create table api_answers (
      key text primary key,
      request_hash text not null,
      answer text,
      created_at bigint not null
    )`.execute(db);
  await sql`create index api_answers_by_time on api_answers (created_at)`.execute(db);
  await sql`
    create table customer_external_ids (
      id text primary key,
      system text not null,
      external_id text not null,
      uid text not null references accounts (uid) on delete cascade
    )`.execute(db);
  await sql`create index customer_external_ids_by_id on customer_external_ids (external_id)`.execute(
    db,
  );
  await sql`create index customer_external_ids_by_uid on customer_external_ids (uid)`.execute(db);
  await sql`create index requests_by_document on requests (document_id)`.execute(db);
}
