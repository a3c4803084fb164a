import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. People's requests about their data, with
 * log, letters and personal links; and indexes to find all data of one person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCases(db);
  await createBelowCases(db);
  await copyRequests(db);
  await createLookups(db);
  // 1: the row is deleted when the email is sent.
  await db.schema
    .alterTable("mail_outbox")
    .addColumn("forget", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("privacy_cases")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("reference", "text", (column) => column.notNull().unique())
    .addColumn("submission_id", "text", (column) =>
      column.unique().references("submissions.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("support_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("assignee_id", "text", (column) =>
      column.references("staff.id").onDelete("set null"),
    )
    .addColumn("received_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("identity_at", "bigint")
    .addColumn("identity_how", "text", (column) => column.notNull())
    .addColumn("started_at", "bigint")
    .addColumn("extended_at", "bigint")
    .addColumn("extension_reason", "text", (column) => column.notNull())
    .addColumn("closed_at", "bigint")
    .addColumn("closed_by", "text")
    .addColumn("in_time", "bigint")
    .addColumn("denial_reason", "text", (column) => column.notNull())
    .addColumn("receipt", "text", (column) => column.notNull())
    .addColumn("appeal_at", "bigint")
    .addColumn("appeal_text", "text", (column) => column.notNull())
    .addColumn("appeal_decided_at", "bigint")
    .addColumn("appeal_reason", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    due: ["scope", "due_at", "id"],
    closed: ["scope", "closed_at", "id"],
    done: ["status", "closed_at"],
    email: ["email"],
    assignee: ["assignee_id"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(`privacy_cases_by_${name}`)
      .on("privacy_cases")
      .columns([...columns])
      .execute();
  }
  await db.schema
    .createIndex("privacy_cases_by_appeal")
    .on("privacy_cases")
    .columns(["appeal_at", "id"])
    .where(sql.ref("appeal_at"), "is not", null)
    .execute();
}

async function createBelowCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("privacy_log")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("privacy_cases.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("what", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("privacy_letters")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("privacy_cases.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("staff_id", "text")
    .addColumn("email_id", "text", (column) => column.notNull())
    .addColumn("delivered_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("failure", "text", (column) => column.notNull())
    .execute();
  for (const table of ["privacy_log", "privacy_letters"]) {
    await db.schema.createIndex(`${table}_by_case`).on(table).columns(["case_id", "id"]).execute();
  }
  await db.schema
    .createIndex("privacy_letters_undelivered")
    .on("privacy_letters")
    .columns(["email_id", "delivered_at"])
    .where("delivered_at", "is", null)
    .execute();
  await db.schema
    .createTable("privacy_links")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("case_id", "text", (column) =>
      column.notNull().references("privacy_cases.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("privacy_links_by_case")
    .on("privacy_links")
    .columns(["case_id", "kind"])
    .execute();
  await db.schema
    .createIndex("privacy_links_by_end")
    .on("privacy_links")
    .column("expires_at")
    .execute();
}

/** Copies earlier requests; the answer is due after 45 days. */
async function copyRequests(db: Kysely<unknown>): Promise<void> {
  const answerMs = 45 * 24 * 60 * 60 * 1000;
  await sql`
    insert into privacy_cases (
      id, reference, submission_id, kind, source, name, email, support_id, status, scope,
      received_at, due_at, identity_how, extension_reason, closed_at, in_time, denial_reason,
      receipt, appeal_text, appeal_reason, version
    )
    select submissions.id, submissions.reference, submissions.id, 'deletion', 'form', cases.name,
      cases.email, '',
      case when submissions.done_at is null then 'received' else 'done' end,
      case when cases.scope = 'spam' then 'spam'
        when submissions.done_at is null then 'open' else 'closed' end,
      submissions.created_at, submissions.created_at + ${answerMs}, '', '',
      submissions.done_at,
      case when submissions.done_at is null then null
        when submissions.done_at <= submissions.created_at + ${answerMs} then 1
        else 0 end,
      '', '', '', '', 1
    from cases inner join submissions on submissions.id = cases.id
    where cases.form = 'DataDeletionRequests'`.execute(db);
}

async function createLookups(db: Kysely<unknown>): Promise<void> {
  for (const column of ["care_application", "pro_application"]) {
    await db.schema
      .createIndex(`apply_visitors_by_${column}`)
      .on("apply_visitors")
      .column(column)
      .where(sql.ref(column), "is not", null)
      .execute();
  }
  await db.schema
    .createIndex("mail_outbox_by_uid")
    .on("mail_outbox")
    .column("uid")
    .where(sql.ref("uid"), "is not", null)
    .execute();
  await sql`create index one_time_tokens_by_application on one_time_tokens (data)
    where kind in ('resume-application', 'join-applications')`.execute(db);
  // Those that can only be found by phone number.
  await sql`create index submissions_without_email on submissions (id) where email = ''`.execute(
    db,
  );
}
