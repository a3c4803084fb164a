import type { CreateTableBuilder, Kysely } from "kysely";

/** Frozen: a change to these tables is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("submissions").addColumn("done_at", "bigint").execute();
  await createIdentity(db);
  await createSecondFactors(db);
  await createPortal(db);
  await createPayments(db);
  await createMail(db);
}

const gone = "cascade";

function belongsToAccount<T extends string, C extends string>(table: CreateTableBuilder<T, C>) {
  return table.addColumn("uid", "text", (column) =>
    column.notNull().references("accounts.uid").onDelete(gone),
  );
}

async function createIdentity(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("uid", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("support_id", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("email_verified_at", "bigint")
    .addColumn("totp_secret", "text")
    .addColumn("totp_enabled_at", "bigint")
    .addColumn("totp_last_step", "bigint")
    .execute();
  await db.schema
    .createTable("profiles")
    .addColumn("uid", "text", (column) =>
      column.primaryKey().references("accounts.uid").onDelete(gone),
    )
    .addColumn("first_name", "text", (column) => column.notNull())
    .addColumn("last_name", "text", (column) => column.notNull())
    .addColumn("email_address", "text", (column) => column.notNull())
    .addColumn("phone_number", "text", (column) => column.notNull())
    .addColumn("address_line1", "text", (column) => column.notNull())
    .addColumn("city", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("zip", "text", (column) => column.notNull())
    .addColumn("stripe_account_id", "text")
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("contact_method", "text", (column) => column.notNull())
    .execute();
  await belongsToAccount(db.schema.createTable("sessions"))
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("proved_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("user_agent", "text", (column) => column.notNull())
    .execute();
  await createLookup(db, "sessions", ["uid"]);
  await db.schema
    .createTable("one_time_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("uid", "text", (column) => column.references("accounts.uid").onDelete(gone))
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await createLookup(db, "one_time_tokens", ["uid", "kind"]);
  await createLookup(db, "one_time_tokens", ["expires_at"]);
  await db.schema
    .createTable("throttles")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addColumn("window_started_at", "bigint", (column) => column.notNull())
    .execute();
  await createLookup(db, "throttles", ["window_started_at"]);
}

async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await belongsToAccount(db.schema.createTable("passkeys"))
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await createLookup(db, "passkeys", ["uid"]);
  await belongsToAccount(db.schema.createTable("recovery_codes"))
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("used_at", "bigint")
    .execute();
  await createLookup(db, "recovery_codes", ["uid"]);
}

async function createPortal(db: Kysely<unknown>): Promise<void> {
  await belongsToAccount(db.schema.createTable("completed_requests"))
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("request_title", "text", (column) => column.notNull())
    .addColumn("assigned_to", "text", (column) => column.notNull())
    .addColumn("assigned_to_uid", "text", (column) => column.notNull())
    .addColumn("request_completed", "bigint", (column) => column.notNull())
    .addColumn("date_completed", "bigint")
    .addColumn("price_cents", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("completed_requests_key", ["uid", "id"])
    .execute();
  await db.schema
    .createTable("pictures")
    .addColumn("path", "text", (column) => column.primaryKey())
    .addColumn("uid", "text", (column) => column.references("accounts.uid").onDelete(gone))
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await createLookup(db, "pictures", ["uid"]);
  await db.schema
    .createTable("deleted_accounts")
    .addColumn("support_id", "text", (column) => column.primaryKey())
    .addColumn("deleted_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("payment_accounts")
    .addColumn("uid", "text", (column) =>
      column.primaryKey().references("accounts.uid").onDelete(gone),
    )
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("needs", "text", (column) => column.notNull())
    .addColumn("needs_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("webhook_events")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mail_outbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("uid", "text")
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("html", "text", (column) => column.notNull())
    .addColumn("headers", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .addColumn("sent_at", "bigint")
    .addColumn("failed_at", "bigint")
    .execute();
  await db.schema
    .createIndex("mail_outbox_waiting")
    .on("mail_outbox")
    .columns(["next_try_at", "sent_at"])
    .where("sent_at", "is", null)
    .execute();
}

function createLookup(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  return db.schema
    .createIndex([table, "by", ...columns].join("_"))
    .on(table)
    .columns(columns)
    .execute();
}
