import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. Applications and the waiting list at the
 * desk. A job fills the new columns of sent applications, including old ones, so that sending costs
 * nothing more; drafts are in none of the indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await createBelowApplications(db);
  await createWaitlist(db);
  await createWords(db);
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const table = "applications";
  await db.schema.alterTable(table).addColumn("number", "bigint").execute();
  for (const name of ["name", "city", "market"]) {
    await db.schema
      .alterTable(table)
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute();
  }
  await db.schema
    .alterTable(table)
    .addColumn("is_repeat", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn("version", "bigint", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable(table).addColumn("status_at", "bigint").execute();
  await db.schema
    .createIndex("applications_by_number")
    .on(table)
    .column("number")
    .unique()
    .execute();
  await db.schema
    .createIndex("applications_without_number")
    .on(table)
    .columns(["submitted_at", "id"])
    .where(sql.ref("number"), "is", null)
    .where(sql.ref("submitted_at"), "is not", null)
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    stage: ["status", "submitted_at", "number"],
    track: ["status", "track", "submitted_at", "number"],
    source: ["status", "source", "submitted_at", "number"],
    market: ["status", "market", "submitted_at", "number"],
    repeat: ["status", "is_repeat", "submitted_at", "number"],
    status_at: ["status", "status_at", "number"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`sent_applications_by_${name}`)
      .on(table)
      .columns([...columns])
      .where(sql.ref("number"), "is not", null)
      .execute();
  }
}

async function createBelowApplications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("application_notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("application_id", "text", (column) =>
      column.notNull().references("applications.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("staff_id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("mentions", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("application_changes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("application_id", "text", (column) =>
      column.notNull().references("applications.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("what", "text", (column) => column.notNull())
    .execute();
  for (const table of ["application_notes", "application_changes"]) {
    await db.schema
      .createIndex(`${table}_by_application`)
      .on(table)
      .columns(["application_id", "id"])
      .execute();
  }
  await db.schema
    .createTable("separate_applications")
    .addColumn("application_id", "text", (column) =>
      column.notNull().references("applications.id").onDelete("cascade"),
    )
    .addColumn("other_id", "text", (column) =>
      column.notNull().references("applications.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("separate_applications_key", ["application_id", "other_id"])
    .execute();
  await db.schema
    .createTable("funnel_days")
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("track", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("funnel_days_key", ["day", "track", "source", "kind"])
    .execute();
  await db.schema.createIndex("funnel_events_by_at").on("funnel_events").column("at").execute();
}

async function createWaitlist(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waitlist_people")
    .addColumn("id", "text", (column) =>
      column.primaryKey().references("submissions.id").onDelete("cascade"),
    )
    .addColumn("market", "text", (column) => column.notNull())
    .addColumn("track", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("told_at", "bigint")
    .addColumn("told_by", "text")
    .addColumn("staff_id", "text")
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    state: ["state", "created_at", "id"],
    market: ["state", "market", "created_at", "id"],
    track: ["state", "track", "created_at", "id"],
    email: ["email", "state"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`waitlist_people_by_${name}`)
      .on("waitlist_people")
      .columns([...columns])
      .execute();
  }
}

/** The search index. It can be rebuilt from the applications, so backups leave it out. */
async function createWords(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create table application_words (
        number bigint primary key references applications (number) on delete cascade,
        words tsvector not null
      )`.execute(db);
    await sql`create index application_words_by_word on application_words using gin (words) with (fastupdate = off)`.execute(
      db,
    );
    return;
  }
  await sql`
    create virtual table application_words using fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
      tokenize='unicode61 remove_diacritics 0'
    )`.execute(db);
  await sql`
    create trigger application_words_follow_applications after delete on applications
    when old.number is not null
    begin delete from application_words where rowid = old.number; end`.execute(db);
}
