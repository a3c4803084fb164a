import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. The clock of a case outlives its closing,
 * and a closing without a reply is no answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["clock_from", "clock_due", "closed_at"]) {
    await db.schema.alterTable("cases").addColumn(column, "bigint").execute();
  }
  await sql`
    update cases set closed_at = coalesce(
      (select max(at) from case_changes where case_id = cases.id
        and (what like 'Status: % to Done' or what like 'Status: % to Taken back')),
      changed_at)
    where scope = 'closed'`.execute(db);
  await sql`
    update cases set answered_at = null, answer_minutes = null, answer_in_time = null
    where answered_at is not null
      and not exists (select 1 from conversation_entries
        where case_id = cases.id and kind = 'reply')
      and not exists (select 1 from case_changes
        where case_id = cases.id and what like 'Status: % to Waiting for reply')
      and not exists (select 1 from privacy_cases
        where submission_id = cases.id and closed_at is not null)`.execute(db);
  await db.schema
    .createIndex("cases_by_closing")
    .on("cases")
    .columns(["closed_at", "form", "status", "answered_at"])
    .execute();
  await db.schema
    .createTable("office_holidays")
    .addColumn("day", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("is_closed", "bigint", (column) => column.notNull())
    .execute();
}
