import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Signups keep more evidence of consent. The
 * desk lists one row per address, which a job creates, so that signing up costs nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendSignups(db);
  await createAddresses(db);
  await createBesideAddresses(db);
  await createSync(db);
}

async function extendSignups(db: Kysely<unknown>): Promise<void> {
  for (const name of ["page", "wording", "note", "added_by"]) {
    await db.schema
      .alterTable("newsletter_subscribers")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
  for (const name of ["pending_until", "confirmed_at", "listed_at"]) {
    await db.schema.alterTable("newsletter_subscribers").addColumn(name, "bigint").execute();
  }
  await db.schema
    .createIndex("newsletter_subscribers_by_unlisted")
    .on("newsletter_subscribers")
    .column("id")
    .where(sql<boolean>`listed_at is null`)
    .execute();
  await db.schema
    .createIndex("newsletter_subscribers_by_pending")
    .on("newsletter_subscribers")
    .column("pending_until")
    .where(sql<boolean>`pending_until is not null`)
    .execute();
}

async function createAddresses(db: Kysely<unknown>): Promise<void> {
  // Prefix searches need byte order, regardless of the database's locale.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const address = isPostgres ? sql`text collate "C"` : sql`text`;
  await db.schema
    .createTable("newsletter_addresses")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", address, (column) => column.notNull().unique())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("how", "text", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .addColumn("sync_state", "text", (column) => column.notNull())
    .addColumn("sync_version", "text", (column) => column.notNull())
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    change: [],
    state: ["state"],
    source: ["source"],
    page: ["page"],
    state_source: ["state", "source"],
    state_page: ["state", "page"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`newsletter_addresses_by_${name}`)
      .on("newsletter_addresses")
      .columns([...columns, "changed_at", "id"])
      .execute();
  }
}

async function createBesideAddresses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("newsletter_suppressions")
    .addColumn("address_hash", "text", (column) => column.primaryKey())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("newsletter_days")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("joined", "bigint", (column) => column.notNull())
    .addColumn("gone", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("newsletter_confirmations")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("mail_id", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("newsletter_confirmations_by_email")
    .on("newsletter_confirmations")
    .columns(["email", "created_at"])
    .execute();
  await db.schema
    .createIndex("newsletter_confirmations_by_end")
    .on("newsletter_confirmations")
    .column("expires_at")
    .execute();
}

/** Addresses to sync to a mail tool, and the cursor of its changes. */
async function createSync(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("newsletter_sync")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("newsletter_sync_by_time")
    .on("newsletter_sync")
    .column("next_try_at")
    .execute();
  await db.schema
    .createTable("newsletter_sync_state")
    .addColumn("target", "text", (column) => column.primaryKey())
    .addColumn("queued_to", "text", (column) => column.notNull())
    .addColumn("read_to", "text", (column) => column.notNull())
    .addColumn("succeeded_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("failure", "text", (column) => column.notNull())
    .execute();
}
