import type { Kysely } from "kysely";

/** Frozen: a change to these columns is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("applications").addColumn("held_by", "text").execute();
  await db.schema.alterTable("applications").addColumn("possible_duplicate_of", "text").execute();
  await db.schema
    .createIndex("applications_by_possible_duplicate_of")
    .on("applications")
    .column("possible_duplicate_of")
    .execute();
}
