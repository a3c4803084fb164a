import type { Kysely } from "kysely";

/** Frozen: a change to this table is a new migration. The request that a text is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("texts").addColumn("request_id", "text").execute();
}
