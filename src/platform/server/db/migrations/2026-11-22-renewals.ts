import type { Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("former_token_hash", "text").execute();
  await db.schema.alterTable("sessions").addColumn("renewed_at", "bigint").execute();
  await db.schema
    .createIndex("sessions_by_former_token_hash")
    .on("sessions")
    .column("former_token_hash")
    .execute();
  await db.schema
    .createIndex("applications_by_duplicate_of")
    .on("applications")
    .column("duplicate_of")
    .execute();
}
