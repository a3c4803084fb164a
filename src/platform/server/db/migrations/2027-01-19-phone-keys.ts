import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to this column is a new migration. Submissions are found by a stored key. The
 * expressions that indexed their numbers before nested so deep that other programs with SQLite
 * could not open the database. A job fills the keys of earlier rows; until then they are null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists submissions_by_phone`.execute(db);
  await sql`drop index if exists profiles_by_phone`.execute(db);
  await db.schema.alterTable("submissions").addColumn("phone_key", "text").execute();
  await sql`
    create index submissions_by_phone_key on submissions (phone_key) where phone_key <> ''
  `.execute(db);
  await sql`
    create index submissions_without_phone_key on submissions (phone_key)
    where phone_key is null
  `.execute(db);
}
