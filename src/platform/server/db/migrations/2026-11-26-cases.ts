import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to these columns is a new migration. A case is the desk's record of a submission
 * of an inbox form. A job creates it, so that storing a form costs nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCases(db);
  await createBelowCases(db);
  await createWords(db);
}

async function createCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("cases")
    .addColumn("id", "text", (column) =>
      column.primaryKey().references("submissions.id").onDelete("cascade"),
    )
    .addColumn("number", "bigint", (column) => column.notNull().unique())
    .addColumn("reference", "text", (column) => column.notNull().unique())
    .addColumn("form", "text", (column) => column.notNull())
    .addColumn("platform", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("snippet", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("assignee_id", "text", (column) =>
      column.references("staff.id").onDelete("set null"),
    )
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("active_at", "bigint", (column) => column.notNull())
    .addColumn("waiting_since", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    active: ["scope", "active_at", "number"],
    form: ["scope", "form", "active_at", "number"],
    status: ["scope", "status", "active_at", "number"],
    platform: ["scope", "platform", "active_at", "number"],
    assignee: ["assignee_id", "scope", "active_at", "number"],
    waiting: ["scope", "waiting_since", "number"],
    due: ["scope", "due_at"],
    email: ["email", "active_at"],
    changed: ["changed_at"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`cases_by_${name}`)
      .on("cases")
      .columns([...columns])
      .execute();
  }
}

async function createBelowCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("case_tags")
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("cases.id").onDelete("cascade"),
    )
    .addColumn("tag", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("active_at", "bigint", (column) => column.notNull())
    .addColumn("number", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("case_tags_key", ["case_id", "tag"])
    .execute();
  await db.schema
    .createIndex("case_tags_by_tag")
    .on("case_tags")
    .columns(["scope", "tag", "active_at", "number"])
    .execute();
  await db.schema
    .createTable("case_entries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("cases.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("mentions", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("case_changes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("cases.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("what", "text", (column) => column.notNull())
    .execute();
  for (const table of ["case_entries", "case_changes"]) {
    await db.schema.createIndex(`${table}_by_case`).on(table).columns(["case_id", "id"]).execute();
  }
  await db.schema
    .createTable("saved_views")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("staff_id", "text", (column) =>
      column.notNull().references("staff.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("is_shared", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("case_presence")
    .addColumn("staff_id", "text", (column) =>
      column.primaryKey().references("staff.id").onDelete("cascade"),
    )
    .addColumn("reference", "text", (column) => column.notNull())
    .addColumn("seen_at", "bigint", (column) => column.notNull())
    .execute();
}

/** The search index. It can be rebuilt from the cases, so backups leave it out. */
async function createWords(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`
      create table case_words (
        number bigint primary key references cases (number) on delete cascade,
        words tsvector not null
      )`.execute(db);
    // fastupdate = off: every search would scan the list of pending entries.
    await sql`create index case_words_by_word on case_words using gin (words) with (fastupdate = off)`.execute(
      db,
    );
    return;
  }
  await sql`
    create virtual table case_words using fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='1 2 3',
      tokenize='unicode61 remove_diacritics 0'
    )`.execute(db);
  await sql`
    create trigger case_words_follow_cases after delete on cases
    begin delete from case_words where rowid = old.number; end`.execute(db);
}
