import type { FastifyRequest } from "fastify";
import { sql, type Transaction } from "kysely";
import type { ErrorCode } from "../../../contract/errors/errors.ts";
import { ApiError } from "../api-error.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { hours, minutes } from "../durations.ts";
import type { ClientKeys } from "../http/client-key.ts";

/**
 * How many tries there are at once. Used ones come back one by one, all of them within the
 * window: nobody is locked out for good, and the next try is never far.
 */
interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * What is counted: by account, by network address (a whole residence may share one), and
 * apart from both by browsers that have signed in to the account before.
 */
export const limits = {
  loginAccount: { max: 10, windowMs: minutes(15) },
  loginAddress: { max: 100, windowMs: minutes(15) },
  loginBrowser: { max: 10, windowMs: minutes(15) },
  passkeyAddress: { max: 100, windowMs: minutes(15) },
  passkeyBrowser: { max: 30, windowMs: minutes(15) },
  codeStep: { max: 5, windowMs: minutes(10) },
  codeAccount: { max: 20, windowMs: hours(1) },
  codeKnown: { max: 20, windowMs: hours(1) },
  proofAccount: { max: 10, windowMs: minutes(15) },
  createAddress: { max: 30, windowMs: hours(1) },
  mailAccount: { max: 3, windowMs: minutes(30) },
  mailAddress: { max: 30, windowMs: hours(1) },
  // Links for a new password have counts of their own: other mails to a mailbox must not use up
  // the way back in.
  resetAccount: { max: 3, windowMs: minutes(30) },
  resetBrowser: { max: 3, windowMs: minutes(30) },
  paymentAccount: { max: 30, windowMs: hours(1) },
  pictureAccount: { max: 30, windowMs: hours(1) },
  dataAccount: { max: 10, windowMs: hours(1) },
  visitAddress: { max: 300, windowMs: hours(1) },
  // Posts with a file field, before anything of them is read.
  uploadAddress: { max: 600, windowMs: hours(1) },
  resumeAddress: { max: 60, windowMs: hours(1) },
} as const satisfies Readonly<Record<string, Limit>>;

/** Longest window: an older count means nothing, in milliseconds. */
const maxWindowMs = Math.max(...Object.values(limits).map(({ windowMs }) => windowMs));

/** One counter that a try uses up: kind of limit, and keyed hash of whom it is about. */
export interface Counter {
  readonly limit: keyof typeof limits;
  /** Undefined: it cannot be known, or limits are off. */
  readonly hash: string | undefined;
  /** Error when it is used up; "too-many" by default. */
  readonly errorCode?: ErrorCode;
}

/** What counting attempts needs of a server. */
interface ThrottleContext {
  readonly database: DatabaseClient;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Counters of a mail that somebody has sent by pressing a button here: no mailbox is to be filled so. */
export function emailCounters(
  request: FastifyRequest,
  email: string,
  { clientKeys }: { readonly clientKeys: ClientKeys },
): Counter[] {
  return [
    { limit: "mailAddress", hash: clientKeys.hashAddress(request) },
    { limit: "mailAccount", hash: clientKeys.hashAccount(email) },
  ];
}

/**
 * Counts a try before it is made, so that many at once cannot slip through, on whichever
 * node. It needs room in every counter. Without, it uses up nothing anywhere: who is
 * rejected at one account takes nothing from their neighbours at the same address.
 * @throws ApiError "too-many" or the counter's own code, with the wait
 */
export async function countAttempt(
  { database, now }: ThrottleContext,
  counters: readonly Counter[],
): Promise<void> {
  const known = counters.filter(({ hash }) => hash !== undefined);
  if (known.length === 0) return;
  const time = now();
  const rejected = await database.write(async (trx) => {
    for (const [index, counter] of known.entries()) {
      if (await take(trx, counter, time)) continue;
      // To throw would take these back too, but would also undo what other jobs wrote (0018).
      for (const taken of known.slice(0, index)) await refundAttempt(trx, taken);
      return { counter, retryAfter: await waitFor(trx, counter, time) };
    }
    return undefined;
  });
  if (!rejected) return;
  const { counter, retryAfter } = rejected;
  throw new ApiError(counter.errorCode ?? "too-many", { retryAfter });
}

/**
 * Whether a try would be counted, without counting it.
 * @throws ApiError like `countAttempt`
 */
export async function checkAttempt(context: ThrottleContext, counter: Counter): Promise<void> {
  await countAttempt(context, [counter]);
  await context.database.write((trx) => refundAttempt(trx, counter));
}

/** Milliseconds until one used try comes back. */
function stepOf({ limit }: Counter): number {
  const { max, windowMs } = limits[limit];
  return Math.ceil(windowMs / max);
}

/** @returns false when the counter is used up; then nothing is counted */
async function take(trx: Transaction<Database>, counter: Counter, now: number): Promise<boolean> {
  const step = stepOf(counter);
  // A time ahead of the clock counts as now.
  const since = sql`(case when throttles.window_started_at > ${now} then ${now} else throttles.window_started_at end)`;
  const back = sql`cast((${now} - ${since}) / ${step} as bigint)`;
  const taken = await trx
    .insertInto("throttles")
    .values({ key: keyOf(counter), count: 1, window_started_at: now })
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet({
          count: sql`case when ${back} >= throttles.count then 1 else throttles.count - ${back} + 1 end`,
          window_started_at: sql`case when ${back} >= throttles.count then ${now} else ${since} + ${back} * ${step} end`,
        })
        .where(sql<boolean>`throttles.count - ${back} < ${limits[counter.limit].max}`),
    )
    .returning("key")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Seconds until a used-up counter has room again. After the clock was set back, they pass from now on. */
async function waitFor(trx: Transaction<Database>, counter: Counter, now: number): Promise<number> {
  const key = keyOf(counter);
  const { count, window_started_at: startedAt } = await trx
    .selectFrom("throttles")
    .select(["count", "window_started_at"])
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const since = Math.min(startedAt, now);
  if (since < startedAt) {
    await trx
      .updateTable("throttles")
      .set({ window_started_at: since })
      .where("key", "=", key)
      .execute();
  }
  const steps = count - limits[counter.limit].max + 1;
  return Math.max(1, Math.ceil((since + steps * stepOf(counter) - now) / 1000));
}

/** Forgets the tries of a counter: whoever they were, the right person is here now. */
export async function clearCounter(trx: Transaction<Database>, counter: Counter): Promise<void> {
  await trx.deleteFrom("throttles").where("key", "=", keyOf(counter)).execute();
}

/** Takes one try back: it succeeded, and only failures shall slow an address down. */
export async function refundAttempt(trx: Transaction<Database>, counter: Counter): Promise<void> {
  await trx
    .updateTable("throttles")
    .set((row) => ({ count: row("count", "-", 1) }))
    .where("key", "=", keyOf(counter))
    .where("count", ">", 0)
    .execute();
}

/** Removes counts that mean nothing any more. */
export async function sweepThrottles(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .deleteFrom("throttles")
    .where("window_started_at", "<=", now - maxWindowMs)
    .execute();
}

function keyOf({ limit, hash }: Counter): string {
  return `${limit}:${hash}`;
}
