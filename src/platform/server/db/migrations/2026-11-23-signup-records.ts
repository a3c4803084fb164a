import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Every newsletter signup keeps its own
 * record, so an address may have several. SQLite cannot drop the unique constraint, so the table is
 * rebuilt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table newsletter_copy as select * from newsletter_subscribers`.execute(db);
  await db.schema.dropTable("newsletter_subscribers").execute();
  await db.schema
    .createTable("newsletter_subscribers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("unsubscribed_at", "bigint")
    .addColumn("spam_reason", "text")
    .addColumn("address_hash", "text")
    .execute();
  await sql`
    insert into newsletter_subscribers
      (id, email, data, created_at, unsubscribed_at, spam_reason, address_hash)
    select id, email, data, created_at, unsubscribed_at, spam_reason, address_hash
    from newsletter_copy`.execute(db);
  await db.schema.dropTable("newsletter_copy").execute();
  await db.schema
    .createIndex("newsletter_subscribers_by_email")
    .on("newsletter_subscribers")
    .column("email")
    .execute();
  await db.schema
    .createIndex("newsletter_subscribers_by_address")
    .on("newsletter_subscribers")
    .columns(["address_hash", "created_at"])
    .where("address_hash", "is not", null)
    .execute();
}
