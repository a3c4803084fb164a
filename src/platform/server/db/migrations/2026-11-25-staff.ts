import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Frozen: a change to these columns is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("staff")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("roles", "text", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("totp_secret", "text")
    .addColumn("totp_enabled_at", "bigint")
    .addColumn("totp_last_step", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("invited_by", "text", (column) => column.notNull())
    .addColumn("joined_at", "bigint")
    .addColumn("disabled_at", "bigint")
    .addColumn("last_seen_at", "bigint")
    .execute();
  await db.schema
    .createTable("staff_sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("confirmed_at", "bigint")
    .addColumn("user_agent", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("staff_sessions_by_staff")
    .on("staff_sessions")
    .column("staff_id")
    .execute();
  await db.schema
    .createTable("staff_passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await db.schema
    .createIndex("staff_passkeys_by_staff")
    .on("staff_passkeys")
    .column("staff_id")
    .execute();
  await db.schema
    .createTable("staff_recovery_codes")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("used_at", "bigint")
    .execute();
  await db.schema
    .createIndex("staff_recovery_codes_by_staff")
    .on("staff_recovery_codes")
    .column("staff_id")
    .execute();
  await db.schema
    .createTable("staff_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("staff_id", "text", (column) => column.references("staff.id").onDelete("cascade"))
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("staff_tokens_by_staff")
    .on("staff_tokens")
    .column("staff_id")
    .execute();
  await db.schema
    .createTable("audit_log")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .execute();
  for (const column of ["kind", "staff_id", "target"]) {
    await db.schema
      .createIndex(`audit_log_by_${column}`)
      .on("audit_log")
      .columns([column, "id"])
      .execute();
  }
  await forbidChanges(db);
}

/** The audit log is append-only for every client of the database, not just for this program. */
async function forbidChanges(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create function audit_log_is_append_only() returns trigger language plpgsql as $$
      begin raise exception 'The audit log is append-only.'; end $$`.execute(db);
    await sql`
      create trigger audit_log_is_append_only before update or delete or truncate on audit_log
      for each statement execute function audit_log_is_append_only()`.execute(db);
    return;
  }
  await sql`
    create trigger audit_log_has_no_update before update on audit_log
    begin select raise(abort, 'The audit log is append-only.'); end`.execute(db);
  await sql`
    create trigger audit_log_has_no_delete before delete on audit_log
    begin select raise(abort, 'The audit log is append-only.'); end`.execute(db);
}
