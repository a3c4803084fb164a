import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient, Engine } from "../../../../platform/server/db/client.ts";
import { prepare } from "../../../../platform/server/db/prepare.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  lookBackFrom,
  tryLock,
  waitForLock,
} from "../../../../platform/server/jobs/one-at-a-time.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { caseCreated } from "../../../integrations/server/webhooks/record-events.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { insertSubmitted } from "../../../privacy/server/requests/privacy-case.ts";
import { callBackForm } from "../../contract/forms/call-back.ts";
import { storeCallBack } from "../calls/call-backs.ts";
import { askedTime } from "../calls/call-times.ts";
import type { CaseTable } from "../tables.ts";
import { type AnswerRules, dueByRules, readAnswerRules } from "./answer-times.ts";
import { farFuture } from "./case-clock.ts";
import { markStale } from "./index-cases.ts";
import {
  inboxCollections,
  readSubmittedCase,
  type SubmittedValues,
  scopeOf,
  toSnippet,
} from "./submitted-case.ts";

/** Submissions per transaction: each holds the writer for a few milliseconds. */
const batchSize = 200;

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
    await insertCases(trx, pending, now);
    const genuine = pending.filter(({ spam_reason }) => spam_reason === null);
    await emitEvents(trx, genuine.flatMap(toEvents), now);
    return pending.length === batchSize;
  });
}

/** @param openSince messages from before this time are done; all are open by default */
async function insertCases(
  trx: Transaction<Database>,
  rows: readonly PendingSubmission[],
  now: number,
  openSince = 0,
): Promise<void> {
  if (rows.length === 0) return;
  const last = await trx
    .selectFrom("cases")
    .select("number")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  let number = Number(last?.number ?? 0);
  const rules = await readAnswerRules(trx);
  for (const row of rows) {
    number += 1;
    // A request to delete data stays open, however old: it must be answered.
    const isDone = row.created_at < openSince && row.collection !== dataDeletionForm.collection;
    await insertCase(trx, { ...row, closedAt: isDone ? now : null }, number, rules, now);
  }
}

/** Creates the cases of imported submissions in their transaction; programs are told nothing. */
export async function makeImportedCases(
  trx: Transaction<Database>,
  engine: Engine,
  rows: readonly PendingSubmission[],
  { now, openSince }: { readonly now: number; readonly openSince: number },
): Promise<void> {
  if (rows.length > 0) await waitForLock(trx, engine, "cases");
  await insertCases(trx, rows, now, openSince);
}

type ChangedMessage = Pick<PendingSubmission, "id" | "collection" | "email"> & {
  readonly data: SubmittedValues;
};

/** What the case of an imported submission shows of it, after the submission changed. */
export async function changeImportedCase(
  trx: Transaction<Database>,
  { id, collection, email, data }: ChangedMessage,
  now: number,
): Promise<void> {
  const { name, platform, message } = readSubmittedCase(collection, data);
  await trx
    .updateTable("cases")
    .set((row) => ({
      name,
      platform,
      email,
      snippet: toSnippet(message),
      version: row("version", "+", 1),
      changed_at: now,
    }))
    .where("id", "=", id)
    .execute();
  await markStale(trx, id);
}

/** The id after which submissions may have no case yet. */
async function startOfSearch(db: Kysely<Database>): Promise<string> {
  const newest = await readNewestId(db, 0);
  if (newest === undefined) return "";
  const byTime = lookBackFrom(newest);
  const byCount = (await readNewestId(db, maxLookBack)) ?? "";
  return byTime > byCount ? byTime : byCount;
}

/** By id, since imported cases have the highest numbers and the ids of their old times. */
async function readNewestId(db: Kysely<Database>, offset: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("cases")
    .select("id")
    .orderBy("id", "desc")
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
  "clock_from",
  "clock_due",
  "closed_at",
  "answered_at",
  "answer_minutes",
  "answer_in_time",
  "version",
  "changed_at",
  "snoozed_until",
  "snooze_reason",
] as const;

const insertRow = prepare(caseColumns, (db, row: CaseTable) =>
  db
    .insertInto("cases")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

function toEvents({ id, collection, reference, created_at }: PendingSubmission) {
  const facts = { id, reference, form: collection, createdAt: Number(created_at) };
  return caseCreated({ ...facts, status: "new", isSpam: false });
}

async function insertCase(
  trx: Transaction<Database>,
  row: PendingSubmission & { readonly closedAt: number | null },
  number: number,
  rules: AnswerRules,
  now: number,
): Promise<void> {
  const { collection, created_at: createdAt, spam_reason: spamReason, closedAt } = row;
  const { name, phone, platform, message } = readSubmittedCase(collection, JSON.parse(row.data));
  const asked =
    collection === callBackForm.collection
      ? askedTime(JSON.parse(row.data), createdAt, rules)
      : null;
  const due = asked?.endsAt ?? dueByRules(rules, collection, createdAt);
  const status = closedAt === null ? "new" : "done";
  const isWaiting = spamReason === null && closedAt === null;
  await insertRow(trx, {
    id: row.id,
    number,
    reference: row.reference,
    form: collection,
    platform,
    name,
    email: row.email,
    snippet: toSnippet(message),
    status,
    scope: scopeOf(status, spamReason !== null),
    assignee_id: null,
    created_at: createdAt,
    active_at: createdAt,
    waiting_since: isWaiting ? createdAt : farFuture,
    due_at: isWaiting ? due : farFuture,
    clock_from: createdAt,
    clock_due: due,
    closed_at: closedAt,
    answered_at: null,
    answer_minutes: null,
    answer_in_time: null,
    version: 1,
    changed_at: now,
    snoozed_until: null,
    snooze_reason: null,
  });
  if (asked) await storeCallBack(trx, row.id, { ...asked, phone });
  if (collection === dataDeletionForm.collection) await insertSubmitted(trx, row, row.done_at);
}
