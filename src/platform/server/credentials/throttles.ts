import type { FastifyRequest } from "fastify";
import { sql, type Transaction } from "kysely";
import { hours, minutes } from "../../contract/durations.ts";
import type { ErrorCode } from "../../contract/errors/errors.ts";
import { ApiError } from "../api-error.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import type { ClientKeys } from "../http/client-key.ts";

/**
 * A token bucket of attempts. Used attempts are refilled one by one, all of them within the window,
 * so that nobody is locked out permanently or for long.
 */
interface Limit {
  readonly max: number;
  readonly windowMs: number;
}

/**
 * Limits per account, per network address (a whole residence may share one), and separately per
 * browser with a device cookie of the account.
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
  // Log-ins that apps begin: each stores what the app asks for.
  appLoginAddress: { max: 300, windowMs: hours(1) },
  // Codes and tokens of apps that are not valid.
  appTokenAddress: { max: 100, windowMs: minutes(15) },
  createAddress: { max: 30, windowMs: hours(1) },
  // Codes of letters, by network address, and by code since the letter has the other answers.
  welcomeAddress: { max: 20, windowMs: hours(1) },
  welcomeCode: { max: 5, windowMs: hours(1) },
  mailAccount: { max: 3, windowMs: minutes(30) },
  mailAddress: { max: 30, windowMs: hours(1) },
  // Reset links have their own counts: other emails to a mailbox must not use up the attempts to
  // recover the account.
  resetAccount: { max: 3, windowMs: minutes(30) },
  resetBrowser: { max: 3, windowMs: minutes(30) },
  // Texts that an account can make us send to any number that its profile has.
  textAccount: { max: 3, windowMs: hours(1) },
  // Invitations of helpers, which email strangers; and codes that helpers type.
  helperInvitation: { max: 10, windowMs: hours(24) },
  helperCode: { max: 10, windowMs: hours(1) },
  // Separate from customers: staff members' attempts cannot be used up at the public login.
  staffLoginAccount: { max: 10, windowMs: minutes(15) },
  staffLoginAddress: { max: 100, windowMs: minutes(15) },
  staffLoginBrowser: { max: 10, windowMs: minutes(15) },
  staffPasskeyAddress: { max: 100, windowMs: minutes(15) },
  staffCodeStep: { max: 5, windowMs: minutes(10) },
  staffCodeAccount: { max: 20, windowMs: hours(1) },
  staffReauthAccount: { max: 10, windowMs: minutes(15) },
  staffResetAccount: { max: 3, windowMs: minutes(30) },
  staffResetAddress: { max: 30, windowMs: hours(1) },
  paymentAccount: { max: 30, windowMs: hours(1) },
  pictureAccount: { max: 30, windowMs: hours(1) },
  privacyAddress: { max: 20, windowMs: hours(1) },
  // Requests for one email from one network, which has us write to it.
  privacyPerson: { max: 3, windowMs: hours(24) },
  dataAccount: { max: 10, windowMs: hours(1) },
  apiToken: { max: 300, windowMs: minutes(5) },
  apiWrite: { max: 300, windowMs: minutes(5) },
  apiBatch: { max: 30, windowMs: minutes(5) },
  // Requests with an invalid token.
  apiAddress: { max: 60, windowMs: minutes(15) },
  // Answers to "Did this answer it?".
  helpAddress: { max: 60, windowMs: hours(1) },
  visitAddress: { max: 300, windowMs: hours(1) },
  messageAddress: { max: 60, windowMs: hours(1) },
  messageConversation: { max: 20, windowMs: hours(1) },
  // Posts with a file field, counted before they are read.
  uploadAddress: { max: 600, windowMs: hours(1) },
  resumeAddress: { max: 60, windowMs: hours(1) },
} as const satisfies Readonly<Record<string, Limit>>;

/** Longest window, in milliseconds; older counts are meaningless. */
const maxWindowMs = Math.max(...Object.values(limits).map(({ windowMs }) => windowMs));

/** One counter of an attempt: kind of limit, and keyed hash of its subject. */
export interface Counter {
  readonly limit: keyof typeof limits;
  /** Undefined if unknown, or limits are off. */
  readonly hash: string | undefined;
  /** Error if no attempt is left; "too-many" by default. */
  readonly errorCode?: ErrorCode;
}

interface ThrottleContext {
  readonly database: DatabaseClient;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Counters of an email that anybody can trigger, so that nobody floods a mailbox. */
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
 * Counts an attempt before it is made, so that concurrent attempts on any node cannot exceed the
 * limit. Every counter must have an attempt left; otherwise none is counted, so that rejections at
 * one account do not use up the attempts of others at the same address.
 * @throws ApiError "too-many" or the counter's own code, with the wait
 */
export async function countAttempt(
  { database, now }: ThrottleContext,
  counters: readonly Counter[],
): Promise<void> {
  const counted = counters.filter(({ hash }) => hash !== undefined);
  if (counted.length === 0) return;
  const time = now();
  const rejected = await database.write(async (trx) => {
    for (const [index, counter] of counted.entries()) {
      if (await take(trx, counter, time)) continue;
      // Refunded by hand: throwing would also roll back other transactions in the batch (0018).
      for (const inserted of counted.slice(0, index)) await refundAttempt(trx, inserted);
      return { counter, retryAfter: await waitFor(trx, counter, time) };
    }
    return undefined;
  });
  if (!rejected) return;
  const { counter, retryAfter } = rejected;
  throw new ApiError(counter.errorCode ?? "too-many", { retryAfter });
}

/** What is left of a counter. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until all of it is there again. */
  readonly resetSeconds: number;
  /** Seconds until one attempt is left; only if none was. */
  readonly retryAfter?: number;
}

/** Counts an attempt, like `countAttempt`, and says what is left instead of throwing. */
export async function spendAttempt(
  { database, now }: ThrottleContext,
  counter: Counter,
): Promise<Budget> {
  const { max: limit, windowMs } = limits[counter.limit];
  if (counter.hash === undefined) return { limit, remaining: limit, resetSeconds: 0 };
  const time = now();
  return database.write(async (trx) => {
    const taken = await take(trx, counter, time);
    if (!taken) {
      const retryAfter = await waitFor(trx, counter, time);
      return { limit, remaining: 0, resetSeconds: windowMs / 1000, retryAfter };
    }
    const { count, window_started_at: since } = taken;
    const resetSeconds = Math.ceil((Number(since) + count * refillMs(counter) - time) / 1000);
    return { limit, remaining: limit - count, resetSeconds };
  });
}

/**
 * Checks whether an attempt would be accepted, without counting it.
 * @throws ApiError like `countAttempt`
 */
export async function checkAttempt(context: ThrottleContext, counter: Counter): Promise<void> {
  await countAttempt(context, [counter]);
  await context.database.write((trx) => refundAttempt(trx, counter));
}

/** Milliseconds until one used attempt is refilled. */
function refillMs({ limit }: Counter): number {
  const { max, windowMs } = limits[limit];
  return Math.ceil(windowMs / max);
}

/** @returns undefined if no attempt is left; then nothing is counted */
async function take(trx: Transaction<Database>, counter: Counter, now: number) {
  const step = refillMs(counter);
  // A time in the future counts as now.
  const since = sql`(case when throttles.window_started_at > ${now} then ${now} else throttles.window_started_at end)`;
  const back = sql`cast((${now} - ${since}) / ${step} as bigint)`;
  return trx
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
    .returning(["count", "window_started_at"])
    .executeTakeFirst();
}

/**
 * Seconds until an exhausted counter has an attempt again. If the clock was set back, they count
 * from now.
 */
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
  return Math.max(1, Math.ceil((since + steps * refillMs(counter) - now) / 1000));
}

export async function clearCounter(trx: Transaction<Database>, counter: Counter): Promise<void> {
  await trx.deleteFrom("throttles").where("key", "=", keyOf(counter)).execute();
}

export async function clearCounters(
  trx: Transaction<Database>,
  limit: Counter["limit"],
  hashStart: string,
): Promise<void> {
  const start = keyOf({ limit, hash: hashStart });
  // Without LIKE, which treats some characters as wildcards.
  await trx
    .deleteFrom("throttles")
    .where(sql<boolean>`substr(key, 1, cast(${start.length} as integer)) = ${start}`)
    .execute();
}

/** Refunds one attempt after a success: only failures count towards an address's limit. */
export async function refundAttempt(trx: Transaction<Database>, counter: Counter): Promise<void> {
  await trx
    .updateTable("throttles")
    .set((row) => ({ count: row("count", "-", 1) }))
    .where("key", "=", keyOf(counter))
    .where("count", ">", 0)
    .execute();
}

export async function sweepThrottles(trx: Transaction<Database>, now: number): Promise<void> {
  await trx
    .deleteFrom("throttles")
    .where("window_started_at", "<=", now - maxWindowMs)
    .execute();
}

function keyOf({ limit, hash }: Counter): string {
  return `${limit}:${hash}`;
}
