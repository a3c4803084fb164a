import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { maxClockSkewMs } from "../clock.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { hours, minutes } from "../durations.ts";

const maxWaitMs = hours(6);

interface TaskColumns {
  id: string;
  created_at: number;
  /** Tries so far. */
  attempts: number;
  /** When it is due. Tasks due longest go first: an early time makes one urgent. */
  next_try_at: number;
  /** Until when a node works on it. */
  leased_until: number;
}

/** Tables with the columns of a queue. */
export type QueueTable = {
  [Table in keyof Database]: Database[Table] extends TaskColumns ? Table : never;
}[keyof Database];

/** A row of a queue. */
export type Task<Table extends QueueTable> = Selectable<Database[Table]> & Readonly<TaskColumns>;

/** A table whose rows are tasks. Several nodes may work on one queue. */
export interface Queue<Table extends QueueTable> {
  readonly table: Table;
  /** Holds for tasks still to be done; the table has an index of those by `next_try_at`. */
  readonly isWaiting: RawBuilder<SqlBool>;
  /** Longer than a try may take. */
  readonly leaseMs: number;
}

/** Time from a failed try to the next one, doubled each time up to six hours, in milliseconds. */
export function backOffMs(attempts: number): number {
  return Math.min(minutes(1) * 2 ** (attempts - 1), maxWaitMs);
}

/**
 * Claims due tasks, those that are due longest first. No other node takes them until the lease
 * ends; a node that dies loses them then.
 * @param now milliseconds since 1970
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
      // The node that changes the lease first has the task.
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

/** Stores the outcome of a try and ends the lease, unless another node has the task by now. */
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
 * Makes tasks due again that were queued, put off or claimed before the clock was set back: they
 * would wait until it shows the same time again. A delay from the start is kept.
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

/** How long the oldest due task that nobody works on has waited, in milliseconds. */
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

/** Kysely cannot type a table that is not known yet: all queues share these columns. */
interface AnyQueue {
  readonly queue: TaskColumns;
}

function anyQueue(db: Kysely<Database>): Kysely<AnyQueue> {
  return db as unknown as Kysely<AnyQueue>;
}

function nameOf({ table }: Queue<QueueTable>): "queue" {
  return table as unknown as "queue";
}
