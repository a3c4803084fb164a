import type { Kysely, Selectable, Transaction } from "kysely";
import { maxClockSkewMs } from "../clock.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";

/** A row of the outbox. */
export type PendingEmail = Selectable<Database["mail_outbox"]>;

/** Later than any clock: a mail given up is not looked at again. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * Takes mails whose time has come, those waiting longest first. Until `leasedUntil`
 * no other node takes them; a node that dies gives them back by that.
 * @param most how many at once
 * @param now milliseconds since 1970
 */
export async function claimEmails(
  { db, write }: DatabaseClient,
  max: number,
  now: number,
  leasedUntil: number,
): Promise<PendingEmail[]> {
  const due = await db
    .selectFrom("mail_outbox")
    .select(["id", "leased_until"])
    .where("sent_at", "is", null)
    .where("next_try_at", "<=", now)
    .where("leased_until", "<=", now)
    .orderBy("next_try_at")
    .limit(max)
    .execute();
  if (due.length === 0) return [];
  return write(async (trx) => {
    const claimed: PendingEmail[] = [];
    for (const { id, leased_until } of due) {
      // Whoever changes the lease first has it.
      const row = await trx
        .updateTable("mail_outbox")
        .set((eb) => ({ leased_until: leasedUntil, attempts: eb("attempts", "+", 1) }))
        .where("id", "=", id)
        .where("leased_until", "=", leased_until)
        .where("sent_at", "is", null)
        .returningAll()
        .executeTakeFirst();
      if (row) claimed.push(row);
    }
    return claimed;
  });
}

/** What came of a try: sent, or when the next one is due, or that there will be none. */
export type EmailOutcome =
  | { readonly sentAt: number }
  | { readonly nextTryAt: number }
  | { readonly failedAt: number };

/** Notes what came of a try, unless another node has the mail by now. A sent mail keeps no words. */
export async function settleEmail(
  { write }: DatabaseClient,
  mail: PendingEmail,
  outcome: EmailOutcome,
): Promise<void> {
  await write((trx) =>
    trx
      .updateTable("mail_outbox")
      .set({ leased_until: 0, ...toColumns(outcome) })
      .where("id", "=", mail.id)
      .where("leased_until", "=", mail.leased_until)
      .execute(),
  );
}

function toColumns(outcome: EmailOutcome) {
  if ("nextTryAt" in outcome) return { next_try_at: outcome.nextTryAt };
  if ("failedAt" in outcome) return { failed_at: outcome.failedAt, next_try_at: never };
  const blank = { recipient: "", subject: "", text: "", html: "", headers: "{}" };
  return { sent_at: outcome.sentAt, ...blank };
}

/** Forgets mails queued before `time` (milliseconds since 1970), sent or given up. */
export async function deleteOldEmails({ write }: DatabaseClient, time: number): Promise<void> {
  // The ids are UUIDv7, which begin with the time.
  const hex = time.toString(16).padStart(12, "0");
  await write((trx) =>
    trx
      .deleteFrom("mail_outbox")
      .where("id", "<", `${hex.slice(0, 8)}-${hex.slice(8)}`)
      .where((eb) => eb.or([eb("sent_at", "is not", null), eb("failed_at", "is not", null)]))
      .execute(),
  );
}

/** Lets mails that were given up be tried again at once. @returns how many */
export async function retryFailedEmails(trx: Transaction<Database>, now: number): Promise<number> {
  const rows = await trx
    .updateTable("mail_outbox")
    .set({ failed_at: null, created_at: now, next_try_at: now, attempts: 0, leased_until: 0 })
    .where("failed_at", "is not", null)
    .returning("id")
    .execute();
  return rows.length;
}

/** Mails of one kind that are not sent yet. */
interface MailCount {
  readonly kind: string;
  readonly waiting: number;
  /** Given up. */
  readonly failed: number;
}

/** Counts what is not sent, by kind. */
export async function countEmails(db: Kysely<Database>): Promise<MailCount[]> {
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

/**
 * Lets mails go out that were queued or put off before the clock was set back: they would
 * wait until it is as late again.
 * @param longestWaitMs the longest a mail is put off
 * @param leaseMs for how long a mail is claimed
 */
export async function pullBackMails(
  { write }: DatabaseClient,
  now: number,
  { maxWaitMs, leaseMs }: { readonly maxWaitMs: number; readonly leaseMs: number },
): Promise<void> {
  await write(async (trx) => {
    const waiting = trx
      .updateTable("mail_outbox")
      .where("sent_at", "is", null)
      .where("failed_at", "is", null);
    await waiting
      .set({ created_at: now, next_try_at: now })
      .where("created_at", ">", now)
      .execute();
    await waiting
      .set({ next_try_at: now })
      .where("next_try_at", ">", now + maxWaitMs)
      .execute();
    await waiting
      .set({ leased_until: 0 })
      .where("leased_until", ">", now + leaseMs + maxClockSkewMs)
      .execute();
  });
}
