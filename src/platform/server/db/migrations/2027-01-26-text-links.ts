import type { Kysely } from "kysely";

/** Frozen: a change to this table is a new migration. The link that a text ends with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("texts").addColumn("link", "text").execute();
}
