/**
 * A clock that is wrong by days makes records look old: drafts, sessions and records past their
 * retention would be deleted, and emails given up. Jobs that do this wait while the clock is in
 * doubt (docs/decisions/0108-clock-in-doubt.md).
 */

import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import { days, hours, minutes } from "../../contract/durations.ts";
import { maxClockSkewMs } from "../clock.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";

/** A step of the clock, or a difference to other nodes, above which it is in doubt. */
const maxStepMs = hours(1);
/**
 * How far the clock may be ahead of the time that was stored last. A server that was off for longer
 * waits for `steadyMs`, which costs nothing.
 */
const maxAheadMs = days(1);
/** After this time without a step the clock is trusted again. */
const steadyMs = hours(1);
/** How old the stored time may be. */
const storeEveryMs = minutes(10);
/** The only row. */
const name = "server";

type Doubt = "jumped" | "behind the stored time" | "ahead of the stored time";

export interface ClockEvent {
  readonly doubt: Doubt | "over";
  /** Size of the step or difference, in milliseconds; negative for a clock that is behind. */
  readonly byMs: number;
}

export interface ClockGuardContext {
  readonly database: Pick<DatabaseClient, "db" | "write">;
  /** The clock of the computer: milliseconds since 1970. */
  now(): number;
  /** A clock that is never set, in milliseconds. */
  readonly monotonic?: (() => number) | undefined;
}

/**
 * Compares the clock with a monotonic one, and with the time in the database. The state is in the
 * database: while one node doubts its clock, the jobs of all nodes wait.
 */
export class ClockGuard {
  readonly #context: ClockGuardContext;
  /** Both clocks at the previous check. */
  #last: { readonly wall: number; readonly steady: number } | undefined;
  /** The doubt that this node knows, and since when its clock has been steady. */
  #doubt: { readonly id: string; readonly since: number } | undefined;
  #report: (event: ClockEvent) => void = () => undefined;
  #checking: Promise<boolean> | undefined;

  constructor(context: ClockGuardContext) {
    this.#context = context;
  }

  /** Sets what is told when the clock gets into doubt, and when that is over. */
  onEvent(report: (event: ClockEvent) => void): void {
    this.#report = report;
  }

  /** Checks the clock; concurrent calls share a check. @returns whether it is trusted */
  isTrusted(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<boolean> {
    const { database, now, monotonic = () => performance.now() } = this.#context;
    const [wall, steady] = [now(), monotonic()];
    const last = this.#last;
    const stored = (await readState(database.db)) ?? (await this.#startState(wall));
    const stepMs = last ? wall - last.wall - (steady - last.steady) : 0;
    const event =
      Math.abs(stepMs) > maxStepMs
        ? ({ doubt: "jumped", byMs: stepMs } as const)
        : stored.doubt === null && compare(wall - stored.seen_at, last !== undefined);
    if (event) {
      const id = randomUUID();
      await updateState(database, { doubt: id, doubted_at: wall });
      this.#doubt = { id, since: steady };
      this.#report(event);
    } else if (stored.doubt !== null) {
      if (this.#doubt?.id !== stored.doubt) this.#doubt = { id: stored.doubt, since: steady };
      if (steady - this.#doubt.since >= steadyMs) {
        await database.write((trx) => trustClock(trx, wall, stored.doubt));
        this.#report({ doubt: "over", byMs: 0 });
      }
    } else if (Math.abs(wall - stored.seen_at) > storeEveryMs) {
      await updateState(database, { seen_at: wall });
    }
    // Last: a check that failed is repeated with the same step.
    this.#last = { wall, steady };
    return (await readState(database.db))?.doubt === null;
  }

  /** Before the first check of a database, the newest submission says how late it was. */
  async #startState(wall: number): Promise<StoredClock> {
    const { db, write } = this.#context.database;
    const newest = await db
      .selectFrom("submissions")
      .select("created_at")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    const state = { seen_at: Number(newest?.created_at ?? wall), doubt: null };
    await write((trx) =>
      trx
        .insertInto("clock_state")
        .values({ name, ...state, doubted_at: null })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute(),
    );
    return state;
  }
}

function compare(aheadMs: number, isRunning: boolean): ClockEvent | undefined {
  if (aheadMs > maxAheadMs) return { doubt: "ahead of the stored time", byMs: aheadMs };
  if (aheadMs < -(isRunning ? maxStepMs : maxClockSkewMs)) {
    return { doubt: "behind the stored time", byMs: aheadMs };
  }
  return undefined;
}

interface StoredClock {
  readonly seen_at: number;
  readonly doubt: string | null;
}

async function readState(db: Kysely<Database>): Promise<StoredClock | undefined> {
  const row = await db
    .selectFrom("clock_state")
    .select(["seen_at", "doubt"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row && { seen_at: Number(row.seen_at), doubt: row.doubt };
}

async function updateState(
  { write }: Pick<DatabaseClient, "write">,
  state: { readonly seen_at?: number; readonly doubt?: string; readonly doubted_at?: number },
): Promise<void> {
  await write((trx) =>
    trx.updateTable("clock_state").set(state).where("name", "=", name).execute(),
  );
}

/** Since when the clock has been in doubt, and the time that was stored before; for operators. */
export async function readClockState(
  db: Kysely<Database>,
): Promise<{ readonly doubtedAt: number | null; readonly seenAt: number } | undefined> {
  const row = await db
    .selectFrom("clock_state")
    .select(["seen_at", "doubted_at"])
    .where("name", "=", name)
    .executeTakeFirst();
  return (
    row && {
      seenAt: Number(row.seen_at),
      doubtedAt: row.doubted_at === null ? null : Number(row.doubted_at),
    }
  );
}

/**
 * Trusts the clock again: the jobs that wait run within a minute.
 * @param doubt only if this doubt is the latest; by default any
 */
export async function trustClock(
  trx: Transaction<Database>,
  now: number,
  doubt?: string | null,
): Promise<void> {
  await trx
    .insertInto("clock_state")
    .values({ name, seen_at: now, doubt: null, doubted_at: null })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ seen_at: now, doubt: null, doubted_at: null })
        .where(doubt == null ? sql<boolean>`1 = 1` : sql<boolean>`clock_state.doubt = ${doubt}`),
    )
    .execute();
}
