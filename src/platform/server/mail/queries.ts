import { type Kysely, sql, type Transaction } from "kysely";
import { minutes, seconds } from "../../contract/durations.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { type Metric, toMetrics } from "../http/metrics.ts";
import { type Queue, settleTask, type Task } from "../jobs/queue.ts";

/** Timeout of one delivery, in milliseconds. */
export const deliveryLimitMs = seconds(90);

export type PendingEmail = Task<"mail_outbox">;

/** Later than any clock: only `ops mail retry` makes an abandoned email due again. */
const never = Number.MAX_SAFE_INTEGER;

export const emailQueue: Queue<"mail_outbox"> = {
  table: "mail_outbox",
  isWaiting: sql`sent_at is null and failed_at is null`,
  leaseMs: deliveryLimitMs + minutes(1),
};

/**
 * The outcome of an attempt: sent, failed with a time for the next retry, or abandoned; with the
 * code of the failure.
 */
export type EmailOutcome =
  | { readonly sentAt: number }
  | { readonly nextTryAt: number; readonly failure: string }
  | { readonly failedAt: number; readonly failure: string };

/**
 * Stores the outcome of an attempt, unless another node has claimed the email. After sending, its
 * contents are deleted, or the whole row if `forget` is set.
 */
export async function settleEmail(
  database: DatabaseClient,
  email: PendingEmail,
  outcome: EmailOutcome,
): Promise<void> {
  if ("sentAt" in outcome && Number(email.forget) === 1) {
    await database.write((trx) =>
      trx
        .deleteFrom("mail_outbox")
        .where("id", "=", email.id)
        .where("leased_until", "=", email.leased_until)
        .execute(),
    );
    return;
  }
  return settleTask(emailQueue, database, email, toColumns(outcome));
}

function toColumns(outcome: EmailOutcome) {
  if ("sentAt" in outcome) {
    const blank = { recipient: "", subject: "", text: "", html: "", headers: "{}", failure: null };
    return { sent_at: outcome.sentAt, ...blank, attachments: "[]" };
  }
  const { failure } = outcome;
  if ("nextTryAt" in outcome) return { next_try_at: outcome.nextTryAt, failure };
  return { failed_at: outcome.failedAt, next_try_at: never, failure };
}

/** Deletes sent and abandoned emails queued before `time` (milliseconds since 1970). */
export async function deleteOldEmails({ write }: DatabaseClient, time: number): Promise<void> {
  // The IDs are UUIDv7, which begin with the time.
  const hex = time.toString(16).padStart(12, "0");
  await write((trx) =>
    trx
      .deleteFrom("mail_outbox")
      .where("id", "<", `${hex.slice(0, 8)}-${hex.slice(8)}`)
      .where((eb) => eb.or([eb("sent_at", "is not", null), eb("failed_at", "is not", null)]))
      .execute(),
  );
}

/**
 * Makes unsent emails due now: those waiting for a retry, and abandoned ones, which are retried for
 * another day. Those that a node is currently sending are left unchanged.
 * @returns the number of emails
 */
export async function retryEmails(trx: Transaction<Database>, now: number): Promise<number> {
  const again = { next_try_at: now, attempts: 0, leased_until: 0 };
  const failed = await trx
    .updateTable("mail_outbox")
    .set({ ...again, failed_at: null, created_at: now })
    .where("failed_at", "is not", null)
    .returning("id")
    .execute();
  const waiting = await trx
    .updateTable("mail_outbox")
    .set(again)
    .where("sent_at", "is", null)
    .where("next_try_at", ">", now)
    .where("leased_until", "<=", now)
    .returning("id")
    .execute();
  return failed.length + waiting.length;
}

interface EmailCount {
  readonly kind: string;
  readonly waiting: number;
  readonly failed: number;
}

export async function countEmails(db: Kysely<Database>): Promise<EmailCount[]> {
  const rows = await db
    .selectFrom("mail_outbox")
    .select(({ fn }) => ["kind", fn.count("id").as("unsent"), fn.count("failed_at").as("failed")])
    .where("sent_at", "is", null)
    .groupBy("kind")
    .orderBy("kind")
    .execute();
  return rows.map(({ kind, unsent, failed }) => ({
    kind,
    waiting: Number(unsent) - Number(failed),
    failed: Number(failed),
  }));
}

/** Failures of one recipient: mailbox or address (RFC 3463, 3.2 and 3.3), greylisting. */
const recipientFailure = /^(?:4\.[12]\.\d+|4\.7\.1|45[012])$/;
function isDeferred({ failure }: { readonly failure: string | null }): boolean {
  return failure !== null && recipientFailure.test(failure);
}

/** As many deferred recipients say that the mail server defers all. */
const manyRecipients = 3;

/**
 * How long emails have not gone out, in milliseconds: the age of the oldest unsent email, except
 * those that a mail server defers for one or two recipients.
 */
export async function readBlockedMs(db: Kysely<Database>, now: number): Promise<number> {
  const groups = await db
    .selectFrom("mail_outbox")
    .select(({ fn }) => [
      "failure",
      fn.min("created_at").as("since"),
      fn.count("recipient").distinct().as("recipients"),
    ])
    .where(emailQueue.isWaiting)
    .where((email) => email.or([email("attempts", ">", 0), email("next_try_at", "<=", now)]))
    .groupBy("failure")
    .execute();
  const deferred = groups.filter(isDeferred);
  const count = deferred.reduce((sum, { recipients }) => sum + Number(recipients), 0);
  const blocked = count >= manyRecipients ? groups : groups.filter((group) => !isDeferred(group));
  return Math.max(0, ...blocked.map(({ since }) => now - Number(since)));
}

/** Whether a failure says that the mail server is down, and not only one recipient's. */
export function isOutage(failure: string): boolean {
  return !recipientFailure.test(failure);
}

/** Makes emails due now that wait for a retry because the mail server was down. */
export async function retryAfterOutage(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  now: number,
): Promise<void> {
  const waiting = sql<boolean>`${emailQueue.isWaiting} and attempts > 0 and next_try_at > ${now}`;
  const rows = await db
    .selectFrom("mail_outbox")
    .select("failure")
    .distinct()
    .where(waiting)
    .where("failure", "is not", null)
    .execute();
  const failures = rows.flatMap(({ failure }) => (failure && isOutage(failure) ? [failure] : []));
  if (failures.length === 0) return;
  await write((trx) =>
    trx
      .updateTable("mail_outbox")
      .set({ next_try_at: now })
      .where(waiting)
      .where("leased_until", "<=", now)
      .where("failure", "in", failures)
      .execute(),
  );
}

/** Metrics of pending and abandoned emails. @param now milliseconds since 1970 */
export async function readEmailMetrics(db: Kysely<Database>, now: number): Promise<Metric[]> {
  const [counts, blockedMs] = await Promise.all([countEmails(db), readBlockedMs(db, now)]);
  const sum = (part: "waiting" | "failed") =>
    counts.reduce((total, count) => total + count[part], 0);
  return toMetrics("gauge", {
    emails_waiting: sum("waiting"),
    emails_failed: sum("failed"),
    emails_blocked_seconds: blockedMs / 1000,
  });
}
