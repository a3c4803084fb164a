import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. What an application took over from another
 * person's address, deletions whose bytes are still to be overwritten, and an audit log that
 * rejects `insert or replace`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSources(db);
  await db.schema
    .createTable("erasures")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  // PostgreSQL's trigger of the table fires for `on conflict do update`, too.
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`
    create trigger audit_log_has_no_replace before insert on audit_log
    when exists (select 1 from audit_log where id = new.id or rowid = new.rowid)
    begin select raise(abort, 'The audit log is append-only.'); end`.execute(db);
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  const table = "application_sources";
  await db.schema
    .createTable(table)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("application_id", "text", (column) =>
      column.notNull().references("applications.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("phone_key", "text", (column) => column.notNull())
    .addColumn("answers", "text", (column) => column.notNull())
    .addColumn("resume_file", "text")
    .addColumn("conversions", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  for (const column of ["application_id", "email", "phone_key"]) {
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  }
  // Of earlier merges only the résumé is known: its folder is named after its first application.
  await sql`
    insert into ${sql.table(table)}
      (id, application_id, email, phone_key, answers, resume_file, conversions, at)
    select other.id, kept.id, other.email_key, other.phone_key, '{}',
      case when kept.resume_file like 'Applications/' || other.id || '/%'
        then kept.resume_file else null end,
      '[]', other.joined_at
    from applications other inner join applications kept on kept.id = other.duplicate_of
    where other.joined_at is not null and other.email_key <> kept.email_key`.execute(db);
}
