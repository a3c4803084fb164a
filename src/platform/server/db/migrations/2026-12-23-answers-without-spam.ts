import type { Kysely } from "kysely";

/** Frozen: a change to this index is a new migration. First answers are counted without spam. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("cases_by_answered").execute();
  await db.schema
    .createIndex("cases_by_answered")
    .on("cases")
    .columns(["answered_at", "scope", "form", "answer_minutes", "answer_in_time"])
    .execute();
}
