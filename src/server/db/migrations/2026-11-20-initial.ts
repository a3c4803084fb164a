import type { Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("submissions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("collection", "text", (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.notNull().unique())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("idempotency_key", "text")
    .addColumn("spam_reason", "text")
    .addColumn("address_hash", "text")
    .addUniqueConstraint("submissions_key", ["collection", "idempotency_key"])
    .execute();
  await db.schema
    .createIndex("submissions_by_collection")
    .on("submissions")
    .columns(["collection", "created_at"])
    .execute();
  await db.schema
    .createIndex("submissions_by_address")
    .on("submissions")
    .columns(["address_hash", "created_at"])
    .execute();
  await db.schema
    .createIndex("submissions_by_email")
    .on("submissions")
    .columns(["email", "created_at"])
    .execute();

  await db.schema
    .createTable("newsletter_subscribers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("unsubscribed_at", "bigint")
    .addColumn("spam_reason", "text")
    .addColumn("address_hash", "text")
    .execute();
  await db.schema
    .createIndex("newsletter_subscribers_by_address")
    .on("newsletter_subscribers")
    .columns(["address_hash", "created_at"])
    .execute();

  await db.schema
    .createTable("app_secrets")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
