import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { prepare } from "../../../../platform/server/db/prepare.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { lookBackFrom, tryLock } from "../../../../platform/server/jobs/one-at-a-time.ts";
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
import { inboxCollections, readSubmittedCase, scopeOf, toSnippet } from "./submitted-case.ts";

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
    const last = await trx
      .selectFrom("cases")
      .select("number")
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    let number = Number(last?.number ?? 0);
    const rules = await readAnswerRules(trx);
    for (const row of pending) {
      number += 1;
      await insertCase(trx, row, number, rules, now);
    }
    const genuine = pending.filter(({ spam_reason }) => spam_reason === null);
    await emitEvents(trx, genuine.flatMap(toEvents), now);
    return pending.length === batchSize;
  });
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
  row: PendingSubmission,
  number: number,
  rules: AnswerRules,
  now: number,
): Promise<void> {
  const { collection, created_at: createdAt, spam_reason: spamReason } = row;
  const { name, phone, platform, message } = readSubmittedCase(collection, JSON.parse(row.data));
  const asked =
    collection === callBackForm.collection
      ? askedTime(JSON.parse(row.data), createdAt, rules)
      : null;
  const due = asked?.endsAt ?? dueByRules(rules, collection, createdAt);
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
    due_at: spamReason === null ? due : farFuture,
    clock_from: createdAt,
    clock_due: due,
    closed_at: null,
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
