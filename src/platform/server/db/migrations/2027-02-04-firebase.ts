import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. What an import from Firebase keeps: fields that
 * have no column here, ids of messages there, and keyed hashes that tell what changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    "accounts",
    "profiles",
    "completed_requests",
    "submissions",
    "newsletter_subscribers",
  ]) {
    await db.schema.alterTable(table).addColumn("imported", "text").execute();
  }
  await db.schema.alterTable("submissions").addColumn("document_id", "text").execute();
  await sql`create unique index submissions_by_document on submissions (collection, document_id)
    where document_id is not null`.execute(db);
  await sql`create index accounts_with_imported_password on accounts (uid)
    where substr(password_hash, 1, 17) = '$firebase-scrypt$'`.execute(db);
  await sql`
    create table imported_documents (
      id text primary key,
      source text not null,
      record text not null,
      at bigint not null
    )`.execute(db);
}
