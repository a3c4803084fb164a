import type { Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createApplications(db);
  await db.schema
    .createTable("apply_visitors")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("first_touch", "text", (column) => column.notNull())
    .addColumn("last_touch", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .addColumn("care_application", "text")
    .addColumn("pro_application", "text")
    .execute();
  await db.schema
    .createIndex("apply_visitors_by_seen_at")
    .on("apply_visitors")
    .column("seen_at")
    .execute();
  await createConversions(db);
  await db.schema
    .createTable("funnel_events")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("track", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
}

async function createApplications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("applications")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("track", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.unique())
    .addColumn("answers", "text", (column) => column.notNull())
    .addColumn("steps", "text", (column) => column.notNull())
    .addColumn("consents", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("phone_key", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("first_touch", "text", (column) => column.notNull())
    .addColumn("last_touch", "text", (column) => column.notNull())
    .addColumn("gpc", "bigint", (column) => column.notNull())
    .addColumn("resume_file", "text")
    .addColumn("resume_name", "text")
    .addColumn("resume_type", "text")
    .addColumn("resume_bytes", "bigint")
    .addColumn("duplicate_of", "text")
    .addColumn("joined_at", "bigint")
    .addColumn("completion_hash", "text")
    .addColumn("completion_expires_at", "bigint")
    .addColumn("pixel_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("submitted_at", "bigint")
    .addColumn("address_hash", "text")
    .execute();
  for (const columns of [
    ["email_key", "track"],
    ["phone_key", "track"],
    ["status", "updated_at"],
    ["completion_hash"],
    ["address_hash", "created_at"],
  ]) {
    await db.schema
      .createIndex(["applications", "by", ...columns].join("_"))
      .on("applications")
      .columns(columns)
      .execute();
  }
}

async function createConversions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("conversions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("application_id", "text", (column) => column.notNull())
    .addColumn("params", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .addColumn("http_status", "bigint")
    .addColumn("response", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("done_at", "bigint")
    .addUniqueConstraint("conversions_once", ["source", "event", "application_id"])
    .execute();
  await db.schema
    .createIndex("conversions_waiting")
    .on("conversions")
    .columns(["next_try_at", "state"])
    .where("state", "=", "waiting")
    .execute();
}
