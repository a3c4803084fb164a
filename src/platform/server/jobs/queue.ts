import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { hours, minutes } from "../../contract/durations.ts";
import { maxClockSkewMs } from "../clock.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";

const maxWaitMs = hours(6);

interface TaskColumns {
  id: string;
  created_at: number;
  attempts: number;
  /** When it is due. The earliest are claimed first, so an early time makes a task urgent. */
  next_try_at: number;
  leased_until: number;
}

export type QueueTable = {
  [Table in keyof Database]: Database[Table] extends TaskColumns ? Table : never;
}[keyof Database];

export type Task<Table extends QueueTable> = Selectable<Database[Table]> & Readonly<TaskColumns>;

/** A table whose rows are tasks. Several nodes may process one queue. */
export interface Queue<Table extends QueueTable> {
  readonly table: Table;
  /** Condition for pending tasks; the table has an index of those by `next_try_at`. */
  readonly isWaiting: RawBuilder<SqlBool>;
  /** Must be longer than an attempt may take. */
  readonly leaseMs: number;
  /** Whether tasks may be queued to be due later; others are due as soon as they are queued. */
  readonly startsLate?: boolean;
}

/** Back-off after a failed attempt, doubled each time up to six hours, in milliseconds. */
export function backOffMs(attempts: number): number {
  return Math.min(minutes(1) * 2 ** (attempts - 1), maxWaitMs);
}

/**
 * Claims due tasks, those that have been due longest first. No other node can claim them until the
 * lease ends. If the node dies, they become claimable then.
 */
export async function claimTasks<Table extends QueueTable>(
  queue: Queue<Table>,
  { db, write }: DatabaseClient,
  max: number,
  now: number,
): Promise<Task<Table>[]> {
  const due = await selectDue(queue, db, now)
    .select(["id", "leased_until"])
    .orderBy("next_try_at")
    .limit(max)
    .execute();
  if (due.length === 0) return [];
  return write(async (trx) => {
    const claimed: unknown[] = [];
    for (const { id, leased_until } of due) {
      // Compare and set: the first node to change the lease gets the task.
      const row = await anyQueue(trx)
        .updateTable(nameOf(queue))
        .set((eb) => ({
          leased_until: now + queue.leaseMs,
          attempts: eb("attempts", "+", 1),
        }))
        .where("id", "=", id)
        .where("leased_until", "=", leased_until)
        .where(queue.isWaiting)
        .returningAll()
        .executeTakeFirst();
      if (row) claimed.push(row);
    }
    return claimed as Task<Table>[];
  });
}

/** Stores the outcome of an attempt and ends the lease, unless another node claimed the task. */
export async function settleTask<Table extends QueueTable>(
  queue: Queue<Table>,
  { write }: DatabaseClient,
  { id, leased_until }: Pick<TaskColumns, "id" | "leased_until">,
  outcome: Partial<Task<Table>>,
): Promise<void> {
  await write((trx) =>
    anyQueue(trx)
      .updateTable(nameOf(queue))
      .set({ ...outcome, leased_until: 0 })
      .where("id", "=", id)
      .where("leased_until", "=", leased_until)
      .execute(),
  );
}

/**
 * Repairs tasks that were queued, delayed or claimed before the clock was set back: otherwise they
 * would be delayed until it catches up. An initial delay is kept.
 */
export async function repairTasks<Table extends QueueTable>(
  queue: Queue<Table>,
  { write }: DatabaseClient,
  now: number,
): Promise<void> {
  await write(async (trx) => {
    const waiting = anyQueue(trx).updateTable(nameOf(queue)).where(queue.isWaiting);
    await waiting
      .set((row) => ({
        next_try_at: row(row("next_try_at", "-", row.ref("created_at")), "+", now),
        created_at: now,
      }))
      .where("created_at", ">", now)
      .execute();
    await waiting
      .set({ next_try_at: now })
      .where("attempts", ">", 0)
      .where("next_try_at", ">", now + maxWaitMs)
      .execute();
    await waiting
      .set({ leased_until: 0 })
      .where("leased_until", ">", now + queue.leaseMs + maxClockSkewMs)
      .execute();
  });
}

/** How long the oldest unclaimed task has been due, in milliseconds. */
export async function readQueueLagMs<Table extends QueueTable>(
  queue: Queue<Table>,
  { db }: Pick<DatabaseClient, "db">,
  now: number,
): Promise<number> {
  const dueSince = sql<number>`case when next_try_at > created_at then next_try_at else created_at end`;
  const row = await selectDue(queue, db, now)
    .select(({ fn }) => fn.min(dueSince).as("since"))
    .executeTakeFirst();
  return row?.since == null ? 0 : Math.max(0, now - Number(row.since));
}

/**
 * How long ago the oldest task that is not done was first due, in milliseconds: unlike the lag, it
 * also grows while a task waits for a retry or is being attempted.
 */
export async function readOldestTaskMs<Table extends QueueTable>(
  queue: Queue<Table>,
  { db }: Pick<DatabaseClient, "db">,
  now: number,
): Promise<number> {
  const failed = sql<number>`case when leased_until > 0 then attempts - 1 else attempts end`;
  const groups = await anyQueue(db)
    .selectFrom(nameOf(queue))
    .where(queue.isWaiting)
    .where((task) => task.or([task("attempts", ">", 0), task("next_try_at", "<=", now)]))
    .select(({ fn }) => [
      failed.as("failed"),
      fn.min("created_at").as("queuedAt"),
      fn.min("next_try_at").as("nextTryAt"),
    ])
    .groupBy(failed)
    .execute();
  const ages = groups.map((group) => {
    const queuedAt = Number(group.queuedAt);
    if (!queue.startsLate) return now - queuedAt;
    // Only the next attempt is stored: the waits before it lead back to the first one.
    const firstDueAt = Number(group.nextTryAt) - sumOfBackOffsMs(Number(group.failed));
    return now - Math.max(queuedAt, firstDueAt);
  });
  return Math.max(0, ...ages);
}

function sumOfBackOffsMs(attempts: number): number {
  let sum = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) sum += backOffMs(attempt);
  return sum;
}

function selectDue<Table extends QueueTable>(
  queue: Queue<Table>,
  db: Kysely<Database>,
  now: number,
) {
  return anyQueue(db)
    .selectFrom(nameOf(queue))
    .where(queue.isWaiting)
    .where("next_try_at", "<=", now)
    .where("leased_until", "<=", now);
}

/** Kysely cannot type a generic table, so this one has the columns that all queues share. */
interface AnyQueue {
  readonly queue: TaskColumns;
}

function anyQueue(db: Kysely<Database>): Kysely<AnyQueue> {
  return db as unknown as Kysely<AnyQueue>;
}

function nameOf({ table }: Queue<QueueTable>): "queue" {
  return table as unknown as "queue";
}
