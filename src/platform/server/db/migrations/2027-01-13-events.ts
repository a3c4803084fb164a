import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen: a change to this table is a new migration. One table of events (docs/decisions/0122) in
 * place of the audit log and of four histories, whose rows keep their ids and sentences.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await sql`
    create table events (
      id text primary key,
      at bigint not null,
      kind text not null,
      data text not null,
      subject text,
      subject_id text,
      target text not null,
      staff_id text,
      actor text not null,
      origin text not null,
      audit text,
      undoes text
    )`.execute(db);
  await copyRows(db, isPostgres);
  await sql`
    create index events_by_subject on events (subject, subject_id, id)
    where subject is not null`.execute(db);
  for (const column of ["audit", "staff_id", "target"]) {
    await sql`
      create index ${sql.ref(`events_by_${column}`)} on events (${sql.ref(column)}, id)
      where audit is not null`.execute(db);
  }
  await sql`create index events_by_undone on events (undoes) where undoes is not null`.execute(db);
  await (isPostgres ? createPostgresTriggers(db) : createSqliteTriggers(db));
}

/** Records with a history, and the former table of it. */
const histories = [
  { subject: "case", records: "cases", table: "case_changes", column: "case_id" },
  {
    subject: "application",
    records: "applications",
    table: "application_changes",
    column: "application_id",
  },
  { subject: "privacy", records: "privacy_cases", table: "privacy_log", column: "case_id" },
  { subject: "request", records: "requests", table: "request_changes", column: "request_id" },
] as const;

async function copyRows(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const columns = sql`id, at, kind, data, subject, subject_id, target, staff_id, actor, origin, audit`;
  const data = isPostgres
    ? sql`json_build_object('what', old.what)::text`
    : sql`json_object('what', old.what)`;
  for (const { subject, records, table, column } of histories) {
    await sql`
      insert into events (${columns})
      select old.id, old.at, 'text', ${data}, ${sql.lit(subject)}, record.id,
        coalesce(record.reference, ''), old.staff_id, coalesce(staff.name, ''), '', null
      from ${sql.table(table)} as old
      join ${sql.table(records)} as record on record.id = old.${sql.ref(column)}
      left join staff on staff.id = old.staff_id`.execute(db);
  }
  // The history of an application also shows who opened it and downloaded its file.
  await sql`
    insert into events (${columns})
    select old.id, old.at, 'text', ${data},
      case when record.id is null then null else 'application' end, record.id,
      old.target, old.staff_id, old.actor, old.origin, old.kind
    from audit_log as old
    left join applications as record
      on record.reference = old.target and old.kind in ('opened', 'export')`.execute(db);
}

const refusal = "The audit log is append-only.";

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const abort = sql`begin select raise(abort, ${sql.lit(refusal)}); end`;
  await sql`create trigger events_have_no_update before update on events ${abort}`.execute(db);
  await sql`
    create trigger events_have_no_delete before delete on events
    when old.audit is not null ${abort}`.execute(db);
  await sql`
    create trigger events_have_no_replace before insert on events
    when exists (select 1 from events where id = new.id or rowid = new.rowid) ${abort}`.execute(db);
  for (const { subject, records } of histories) {
    await sql`
      create trigger ${sql.ref(`events_follow_${records}`)} after delete on ${sql.table(records)}
      begin
        delete from events
        where subject = ${sql.lit(subject)} and subject_id = old.id and audit is null;
      end`.execute(db);
  }
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function events_are_append_only() returns trigger language plpgsql as $$
    begin raise exception ${sql.lit(refusal)}; end $$`.execute(db);
  await sql`
    create trigger events_have_no_update before update or truncate on events
    for each statement execute function events_are_append_only()`.execute(db);
  await sql`
    create trigger events_have_no_delete before delete on events
    for each row when (old.audit is not null) execute function events_are_append_only()`.execute(
    db,
  );
  await sql`
    create function events_follow_record() returns trigger language plpgsql as $$
    begin
      delete from events where subject = tg_argv[0] and subject_id = old.id and audit is null;
      return null;
    end $$`.execute(db);
  for (const { subject, records } of histories) {
    await sql`
      create trigger ${sql.ref(`events_follow_${records}`)} after delete on ${sql.table(records)}
      for each row execute function events_follow_record(${sql.lit(subject)})`.execute(db);
  }
}
