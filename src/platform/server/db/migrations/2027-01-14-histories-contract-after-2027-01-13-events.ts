import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Drops what the table of events replaced, whose rows it has (docs/decisions/0122). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = [
    "audit_log",
    "case_changes",
    "application_changes",
    "privacy_log",
    "request_changes",
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`drop function audit_log_is_append_only()`.execute(db);
}
