import { type Kysely, sql } from "kysely";
import { minutes } from "../../../platform/contract/durations.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { farFuture } from "../../messages/server/cases/case-clock.ts";
import {
  type ApplicationRecord,
  type MessageDetailRecord,
  type MessageRecord,
  messageForms,
  type PageQuery,
  type RecordPage,
  spamStatus,
} from "../contract/records-api.ts";
import { numberAfter, readPage, toPage, toTime } from "./read-page.ts";
import { formNameOf } from "./webhooks/record-events.ts";

/** Messages that a token for messages may read: data deletion requests have their own scope. */
const collections = [...messageForms.values()];
/** Records are numbered in the order of arrival, within this tolerance, in milliseconds. */
const orderSlackMs = minutes(5);

type Db = Kysely<Database>;

/** A page of messages; spam only with `status` "spam". */
export async function listMessages(
  db: Db,
  query: PageQuery & { readonly form: string },
): Promise<RecordPage<MessageRecord>> {
  const { limit, since, status, form } = query;
  const isInOrder = since > 0 && !(await hasImportedCases(db));
  const start = isInOrder ? await findNumberBefore(db, "cases", "created_at", since) : 0;
  const after = Math.max(numberAfter(query), start);
  const forms = form === "" ? collections : [messageForms.get(form) ?? ""];
  const page = await readPage(db, {
    table: "cases",
    column: "number",
    after,
    limit,
    keyOf: (row: MessageRow) => Number(row.number),
    read: (end, max) =>
      selectMessages(db)
        .where("cases.number", ">", after)
        .$if(end !== undefined, (rows) => rows.where("cases.number", "<=", Number(end)))
        .where("cases.form", "in", forms)
        .where("cases.scope", status === spamStatus ? "=" : "!=", spamStatus)
        .$if(status !== "" && status !== spamStatus, (rows) =>
          rows.where("cases.status", "=", status),
        )
        .where("cases.created_at", ">=", since)
        .orderBy("cases.number")
        .limit(max)
        .execute(),
  });
  return toPage(page, toMessage);
}

/** One message with its conversation; undefined if there is none. */
export async function readMessage(
  db: Db,
  reference: string,
): Promise<MessageDetailRecord | undefined> {
  const row = await selectMessages(db)
    .where("cases.reference", "=", reference)
    .where("cases.form", "in", collections)
    .executeTakeFirst();
  if (!row) return undefined;
  const entries = await db
    .selectFrom("conversation_entries")
    .select(["at", "kind", "text"])
    .where("case_id", "=", row.id)
    .where("kind", "in", ["message", "reply"])
    .orderBy("id")
    .execute();
  const conversation = entries.map(({ at, kind, text }) => ({
    at: toTime(at),
    from: kind === "reply" ? ("staff" as const) : ("person" as const),
    text,
  }));
  return { ...toMessage(row), conversation };
}

function selectMessages(db: Db) {
  return db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select([
      "cases.id",
      "cases.number",
      "cases.reference",
      "cases.form",
      "cases.status",
      "cases.scope",
      "cases.created_at",
      "cases.changed_at",
      "cases.due_at",
      "submissions.data",
    ]);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

function toMessage(row: MessageRow): MessageRecord {
  const dueAt = Number(row.due_at);
  return {
    reference: row.reference,
    form: formNameOf(row.form),
    status: row.status,
    isSpam: row.scope === spamStatus,
    receivedAt: toTime(row.created_at),
    changedAt: toTime(row.changed_at),
    answerDueAt: dueAt === farFuture ? null : toTime(dueAt),
    contents: withoutTime(JSON.parse(row.data)),
  };
}

/** `receivedAt` already has the record's time. */
function withoutTime({ timestamp: _, ...contents }: Readonly<Record<string, unknown>>) {
  return contents;
}

export async function listApplications(
  db: Db,
  query: PageQuery,
): Promise<RecordPage<ApplicationRecord>> {
  const { limit, since, status } = query;
  const start = since === 0 ? 0 : await findNumberBefore(db, "applications", "submitted_at", since);
  const after = Math.max(numberAfter(query), start);
  const page = await readPage(db, {
    table: "applications",
    column: "number",
    after,
    limit,
    keyOf: (row: ApplicationRow) => Number(row.number),
    read: (end, max) =>
      selectApplications(db)
        .where("number", ">", after)
        .$if(end !== undefined, (rows) => rows.where("number", "<=", Number(end)))
        .$if(status !== "", (rows) => rows.where("status", "=", status))
        .where("submitted_at", ">=", since)
        .orderBy("number")
        .limit(max)
        .execute(),
  });
  return toPage(page, toApplication);
}

/** One application that was sent; undefined if there is none. */
export async function readApplication(
  db: Db,
  reference: string,
): Promise<ApplicationRecord | undefined> {
  const row = await selectApplications(db)
    .where("reference", "=", reference)
    .where("number", "is not", null)
    .executeTakeFirst();
  return row && toApplication(row);
}

function selectApplications(db: Db) {
  return db
    .selectFrom("applications")
    .select([
      "number",
      "reference",
      "track",
      "status",
      "source",
      "submitted_at",
      "updated_at",
      "resume_file",
      "answers",
    ]);
}

type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectApplications>["execute"]>>[number];

function toApplication(row: ApplicationRow): ApplicationRecord {
  return {
    reference: row.reference ?? "",
    track: row.track,
    status: row.status,
    source: row.source,
    receivedAt: toTime(row.submitted_at ?? 0),
    changedAt: toTime(row.updated_at),
    hasResume: row.resume_file !== null,
    contents: JSON.parse(row.answers),
  };
}

/** Imported messages have the numbers of their import, and earlier times. */
async function hasImportedCases(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("submissions")
    .select("id")
    .where("collection", "in", collections)
    .where("document_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A number before all records of that time or later. Numbers follow the order of arrival, so a
 * binary search finds it.
 */
async function findNumberBefore(
  db: Db,
  table: "cases" | "applications",
  column: "created_at" | "submitted_at",
  since: number,
): Promise<number> {
  const [number, time] = [sql.ref("number"), sql.ref(column)];
  const read = async (from: number) => {
    const { rows } = await sql<{ readonly number: number; readonly time: number }>`
      select ${number} as number, ${time} as time from ${sql.table(table)}
      where ${number} >= ${from} order by ${number} limit 1`.execute(db);
    return rows[0];
  };
  const { rows } = await sql<{ readonly last: number | null }>`
    select max(${number}) as last from ${sql.table(table)}`.execute(db);
  let low = 0;
  let high = Number(rows[0]?.last ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await read(middle);
    if (row && Number(row.time) < since - orderSlackMs) low = Number(row.number) + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
