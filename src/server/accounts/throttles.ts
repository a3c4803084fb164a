import type { FastifyRequest } from "fastify";
import { sql, type Transaction } from "kysely";
import type { AppContext } from "../context.ts";
import type { Database } from "../db/schema.ts";
import { ApiError } from "../http/api-error.ts";

/** How many tries there are within a window, whose end opens the next one: nobody is locked out for good. */
interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

const minute = 60 * 1000;

/** What is counted, by account and by network address. A whole residence may share one of those. */
export const limits = {
  loginAccount: { most: 10, windowMs: 15 * minute },
  loginAddress: { most: 100, windowMs: 15 * minute },
  codeStep: { most: 5, windowMs: 10 * minute },
  codeAccount: { most: 20, windowMs: 60 * minute },
  proofAccount: { most: 10, windowMs: 15 * minute },
  createAddress: { most: 30, windowMs: 60 * minute },
  mailAccount: { most: 3, windowMs: 30 * minute },
  mailAddress: { most: 30, windowMs: 60 * minute },
  paymentAccount: { most: 30, windowMs: 60 * minute },
  pictureAccount: { most: 30, windowMs: 60 * minute },
  visitAddress: { most: 300, windowMs: 60 * minute },
  resumeAddress: { most: 60, windowMs: 60 * minute },
} as const satisfies Readonly<Record<string, Limit>>;

/** Longest window: an older count means nothing, in milliseconds. */
const longestWindowMs = Math.max(...Object.values(limits).map(({ windowMs }) => windowMs));

/** One counter that a try uses up: kind of limit, and keyed hash of whom it is about. */
export interface Counter {
  readonly limit: keyof typeof limits;
  /** Undefined: it cannot be known, or limits are off. */
  readonly hash: string | undefined;
}

/** Counters of a mail that somebody has sent by pressing a button here: no mailbox is to be filled so. */
export function mailCounters(
  request: FastifyRequest,
  email: string,
  { senders }: Pick<AppContext, "senders">,
): Counter[] {
  return [
    { limit: "mailAddress", hash: senders.hashAddress(request) },
    { limit: "mailAccount", hash: senders.hashAccount(email) },
  ];
}

/**
 * Counts a try before it is made, so that many at once cannot slip through, on whichever
 * node. Goes through the counters in order and stops at the first that is used up.
 * @throws ApiError "too-many" with the wait
 */
export async function countTry(
  { database, now }: Pick<AppContext, "database" | "now">,
  counters: readonly Counter[],
): Promise<void> {
  const known = counters.filter(({ hash }) => hash !== undefined);
  if (known.length === 0) return;
  const time = now();
  // The refusal is thrown outside: inside it would take the counts back.
  const retryAfter = await database.write(async (trx) => {
    for (const counter of known) {
      const wait = await count(trx, counter, time);
      if (wait > 0) return wait;
    }
    return 0;
  });
  if (retryAfter > 0) throw new ApiError("too-many", { retryAfter });
}

/** @returns seconds to wait, or 0 */
async function count(trx: Transaction<Database>, counter: Counter, now: number): Promise<number> {
  const { most, windowMs } = limits[counter.limit];
  const row = await trx
    .insertInto("throttles")
    .values({ key: keyOf(counter), count: 1, window_started_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when throttles.window_started_at <= ${now - windowMs} then 1 else throttles.count + 1 end`,
        window_started_at: sql`case when throttles.window_started_at <= ${now - windowMs} then ${now} else throttles.window_started_at end`,
      }),
    )
    .returning(["count", "window_started_at"])
    .executeTakeFirstOrThrow();
  if (row.count <= most) return 0;
  return Math.max(1, Math.ceil((row.window_started_at + windowMs - now) / 1000));
}

/** Forgets the tries of a counter: whoever they were, the right person is here now. */
export async function clearCounter(trx: Transaction<Database>, counter: Counter): Promise<void> {
  await trx.deleteFrom("throttles").where("key", "=", keyOf(counter)).execute();
}

/** Takes one try back: it succeeded, and only failures shall slow an address down. */
export async function giveBackTry(trx: Transaction<Database>, counter: Counter): Promise<void> {
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
    .where("window_started_at", "<=", now - longestWindowMs)
    .execute();
}

function keyOf({ limit, hash }: Counter): string {
  return `${limit}:${hash}`;
}
