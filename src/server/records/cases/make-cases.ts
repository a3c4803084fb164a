import { type Kysely, type NotNull, sql, type Transaction } from "kysely";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import { foldQuotes } from "../../../contract/quotes/fold-quotes.ts";
import type { DatabaseClient, Engine } from "../../platform/db/client.ts";
import { prepare } from "../../platform/db/prepare.ts";
import type { Database } from "../../platform/db/schema.ts";
import type { CaseTable } from "../../platform/db/tables/desk-tables.ts";
import { insertSubmitted } from "../privacy-cases/privacy-case.ts";
import { phoneWords } from "../shared/phone.ts";
import { emitEvents } from "../webhooks/emit-events.ts";
import { caseCreated } from "../webhooks/record-events.ts";
import { readAnswerHours } from "./answer-times.ts";
import { lookBackFrom, tryLock } from "./one-at-a-time.ts";
import {
  farFuture,
  inboxCollections,
  readSubmittedCase,
  type SubmittedValues,
  scopeOf,
  toSnippet,
} from "./submitted-case.ts";
import { indexWords, lastIndexed } from "./words.ts";
import { findDueTime } from "./working-time.ts";

/** Submissions and cases per transaction: each holds the writer for a few milliseconds. */
const batchSize = 200;

/** Characters of one entry that are searched. */
const maxIndexedLength = 20_000;

/** Maximum cases that are read again, however many arrived in that time. */
const maxLookBack = 2000;

interface PendingSubmission {
  readonly id: string;
  readonly collection: string;
  readonly reference: string;
  readonly data: string;
  readonly email: string;
  readonly created_at: number;
  readonly spam_reason: string | null;
  readonly done_at: number | null;
}

/**
 * Creates cases for submissions that have none, oldest first. Safe on several nodes at once.
 * @returns whether there may be more
 */
export async function makeCases(
  { db, engine, write }: DatabaseClient,
  now: number,
): Promise<boolean> {
  const after = await startOfSearch(db);
  // Usually nothing is left to do; check with a read before taking the writer.
  if ((await findPending(db, after, 1)).length === 0) return false;
  return write(async (trx) => {
    if (!(await tryLock(trx, engine, "cases"))) return false;
    const pending = await findPending(trx, after, batchSize);
    const last = await trx
      .selectFrom("cases")
      .select("number")
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    let number = Number(last?.number ?? 0);
    const answerHours = await readAnswerHours(trx);
    for (const row of pending) {
      number += 1;
      await insertCase(trx, row, number, answerHours[row.collection], now);
    }
    const genuine = pending.filter(({ spam_reason }) => spam_reason === null);
    await emitEvents(trx, genuine.map(toEvent), now);
    return pending.length === batchSize;
  });
}

/**
 * Adds missing cases to the search index: new ones, and all after a restore.
 * @returns whether there may be more
 */
export async function indexCases({ db, engine, write }: DatabaseClient): Promise<boolean> {
  if ((await findUnindexed(db, engine, 1)).length === 0) return false;
  // Read in the transaction, since the writer has these pages in its cache and the reader does not.
  return write(async (trx) => {
    const rows = await findUnindexed(trx, engine, batchSize);
    if (rows.length === 0) return false;
    const texts = await readEntryTexts(
      trx,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const text = searchText(row.form, row.reference, JSON.parse(row.data));
      await indexWords(trx, engine, Number(row.number), `${text}\n${texts.get(row.id) ?? ""}`);
    }
    return rows.length === batchSize;
  });
}

async function findUnindexed(db: Kysely<Database>, engine: Engine, limit: number) {
  return db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.id", "cases.number", "cases.form", "cases.reference", "submissions.data"])
    .where("cases.number", ">", await lastIndexed(db, engine))
    .orderBy("cases.number")
    .limit(limit)
    .execute();
}

/**
 * Replaces the search words of a case after an entry was added. A case not in the index yet is
 * added by `indexCases`, which continues from the newest indexed case.
 */
export async function reindexCase(
  trx: Transaction<Database>,
  engine: Engine,
  caseId: string,
): Promise<void> {
  const row = await trx
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .select(["cases.number", "cases.form", "cases.reference", "submissions.data"])
    .where("cases.id", "=", caseId)
    .executeTakeFirst();
  if (!row || Number(row.number) > (await lastIndexed(trx, engine))) return;
  const text = searchText(row.form, row.reference, JSON.parse(row.data));
  const entries = await readEntryTexts(trx, [caseId]);
  await indexWords(trx, engine, Number(row.number), `${text}\n${entries.get(caseId) ?? ""}`);
}

/** All text by which a case is found. */
function searchText(form: string, reference: string, values: SubmittedValues): string {
  const { fields, message } = readSubmittedCase(form, values);
  return [
    reference,
    ...phoneWords(values.phone ?? ""),
    ...fields.map(({ value }) => value),
    message,
  ].join("\n");
}

async function readEntryTexts(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("conversation_entries as entries")
    .leftJoin("conversation_inbound_emails as emails", "emails.entry_id", "entries.id")
    .select(["entries.case_id", "entries.via", "emails.from_name", "emails.from_address"])
    .select(sql<string>`substr(entries.text, 1, ${sql.lit(maxIndexedLength)})`.as("text"))
    .where("entries.case_id", "in", ids)
    .$narrowType<{ case_id: NotNull }>()
    .orderBy("entries.id")
    .execute();
  const texts = new Map<string, { own: string[]; quoted: string[] }>();
  for (const { case_id: id, via, text, from_name: name, from_address: address } of rows) {
    const { own, quoted } = texts.get(id) ?? { own: [], quoted: [] };
    texts.set(id, { own, quoted });
    const parts = via === "email" ? foldQuotes(text) : [{ text, isQuoted: false }];
    for (const part of parts) (part.isQuoted ? quoted : own).push(part.text);
    if (address !== null) own.push(name ?? "", address);
  }
  // A long text is found by its first words, so quotes come last.
  return new Map(
    [...texts].map(([id, { own, quoted }]) => [id, [...own, ...quoted].join("\n")] as const),
  );
}

/** The id after which submissions may have no case yet. */
async function startOfSearch(db: Kysely<Database>): Promise<string> {
  const newest = await readNewestId(db, 0);
  if (newest === undefined) return "";
  const byTime = lookBackFrom(newest);
  const byCount = (await readNewestId(db, maxLookBack)) ?? "";
  return byTime > byCount ? byTime : byCount;
}

async function readNewestId(db: Kysely<Database>, offset: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("cases")
    .select("id")
    .orderBy("number", "desc")
    .offset(offset)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

function findPending(
  db: Kysely<Database>,
  after: string,
  limit: number,
): Promise<PendingSubmission[]> {
  return db
    .selectFrom("submissions")
    .leftJoin("cases", "cases.id", "submissions.id")
    .select([
      "submissions.id",
      "submissions.collection",
      "submissions.reference",
      "submissions.data",
      "submissions.email",
      "submissions.created_at",
      "submissions.spam_reason",
      "submissions.done_at",
    ])
    .where("submissions.id", ">", after)
    .where("submissions.collection", "in", inboxCollections)
    .where("cases.id", "is", null)
    .orderBy("submissions.id")
    .limit(limit)
    .execute();
}

const caseColumns = [
  "id",
  "number",
  "reference",
  "form",
  "platform",
  "name",
  "email",
  "snippet",
  "status",
  "scope",
  "assignee_id",
  "created_at",
  "active_at",
  "waiting_since",
  "due_at",
  "answered_at",
  "answer_minutes",
  "answer_in_time",
  "version",
  "changed_at",
] as const;

const insertRow = prepare(caseColumns, (db, row: CaseTable) =>
  db
    .insertInto("cases")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

function toEvent({ id, collection, reference, created_at }: PendingSubmission) {
  const facts = { id, reference, form: collection, createdAt: Number(created_at) };
  return caseCreated({ ...facts, status: "new", isSpam: false });
}

async function insertCase(
  trx: Transaction<Database>,
  row: PendingSubmission,
  number: number,
  answerHours: number | undefined,
  now: number,
): Promise<void> {
  const { collection, created_at: createdAt, spam_reason: spamReason } = row;
  const { name, platform, message } = readSubmittedCase(collection, JSON.parse(row.data));
  await insertRow(trx, {
    id: row.id,
    number,
    reference: row.reference,
    form: collection,
    platform,
    name,
    email: row.email,
    snippet: toSnippet(message),
    status: "new",
    scope: scopeOf("new", spamReason !== null),
    assignee_id: null,
    created_at: createdAt,
    active_at: createdAt,
    waiting_since: spamReason === null ? createdAt : farFuture,
    due_at: spamReason === null ? findDueTime(createdAt, answerHours) : farFuture,
    answered_at: null,
    answer_minutes: null,
    answer_in_time: null,
    version: 1,
    changed_at: now,
  });
  if (collection === dataDeletionForm.collection) await insertSubmitted(trx, row, row.done_at);
}
