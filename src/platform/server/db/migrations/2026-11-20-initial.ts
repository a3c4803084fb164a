import type { Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSubmissions(db);
  await createNewsletterSubscribers(db);
  await db.schema
    .createTable("app_secrets")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}

/** Every index slows down inserts, so there are only those that lookups need. */
async function createSubmissions(db: Kysely<unknown>): Promise<void> {
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
    .execute();
  await db.schema
    .createIndex("submissions_by_key")
    .unique()
    .on("submissions")
    .columns(["collection", "idempotency_key"])
    .where("idempotency_key", "is not", null)
    .execute();
  await db.schema
    .createIndex("submissions_by_address")
    .on("submissions")
    .columns(["address_hash", "created_at"])
    .where("address_hash", "is not", null)
    .execute();
  await db.schema
    .createIndex("submissions_by_email")
    .on("submissions")
    .columns(["email", "created_at"])
    .execute();
}

async function createNewsletterSubscribers(db: Kysely<unknown>): Promise<void> {
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
    .where("address_hash", "is not", null)
    .execute();
}
