import { type Kysely, sql } from "kysely";

/** Frozen: a change to these columns is a new migration. Events for third-party programs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_endpoints")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("topics", "text", (column) => column.notNull())
    .addColumn("includes_contents", "bigint", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("secret_at", "bigint", (column) => column.notNull())
    .addColumn("former_secret", "text")
    .addColumn("former_until", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("failing_since", "bigint")
    .addColumn("off_at", "bigint")
    .addColumn("off_reason", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("webhook_messages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("record_id", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("message_id", "text", (column) =>
      column.notNull().references("webhook_messages.id").onDelete("cascade"),
    )
    .addColumn("endpoint_id", "text", (column) =>
      column.notNull().references("webhook_endpoints.id").onDelete("cascade"),
    )
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("next_try_at", "bigint", (column) => column.notNull())
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .addColumn("try_until", "bigint", (column) => column.notNull())
    .addColumn("tried_at", "bigint")
    .addColumn("took_ms", "bigint")
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("had_contents", "bigint", (column) => column.notNull())
    .addColumn("http_status", "bigint")
    .addColumn("answer", "text")
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_due")
    .on("webhook_deliveries")
    .columns(["endpoint_id", "next_try_at"])
    .where(sql<boolean>`state = 'waiting'`)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_endpoint")
    .on("webhook_deliveries")
    .columns(["endpoint_id", "id"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_message")
    .on("webhook_deliveries")
    .column("message_id")
    .execute();
  await db.schema
    .createIndex("webhook_messages_by_age")
    .on("webhook_messages")
    .column("created_at")
    .execute();
}
