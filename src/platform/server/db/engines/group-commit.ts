import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Kysely, Transaction } from "kysely";
import { seconds } from "../../../contract/durations.ts";
import { bindSpan, outsideSpans } from "../../tracing/spans.ts";
import { assertOutsideTransaction, runInTransaction } from "../transaction-guard.ts";
import { type QueuedWrite, WriteLimit } from "../write-limit.ts";
import type { NodeSqliteDialect } from "./node-sqlite.ts";

const maxBatchSize = 256;
const batchLimitMs = seconds(10);

type TransactionBody<DB, T> = (trx: Transaction<DB>) => Promise<T>;

interface Waiting<DB> {
  /** Runs the callback; the returned function resolves its caller, once the commit is on disk. */
  run(trx: Transaction<DB>): Promise<() => void>;
  reject(error: unknown): void;
  readonly queued: QueuedWrite;
}

/**
 * The single writer of a SQLite file. Transactions that arrive during a commit share the next one,
 * so that one disk sync serves them all; each resolves after that sync. A failing callback is
 * rolled back alone; a failing COMMIT rejects the whole batch.
 *
 * Savepoints take a tenth of a small transaction's time and are rarely needed, so a batch first
 * runs without. If one of its callbacks fails after writing, the batch is rolled back and rerun
 * with a savepoint around each callback.
 *
 * A callback must await every query it starts, and nothing slow, since it blocks the others. A
 * batch that takes over 10 s is rolled back and rejected as a whole.
 */
export class GroupCommit<DB> {
  readonly limit = new WriteLimit();
  readonly #db: Kysely<DB>;
  readonly #dialect: NodeSqliteDialect;
  readonly #savepoint: Savepoint;
  #waiting: Waiting<DB>[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** @param dialect the dialect of `db` */
  constructor(db: Kysely<DB>, dialect: NodeSqliteDialect) {
    this.#db = db;
    this.#dialect = dialect;
    this.#savepoint = new Savepoint(dialect.connection);
  }

  /**
   * Resolves with the callback's value after the commit; rejects with the error of the callback or
   * the commit, or immediately with ApiError "busy" if too many are queued.
   */
  write<T>(job: TransactionBody<DB, T>): Promise<T> {
    assertOutsideTransaction();
    if (this.#closed) return Promise.reject(new Error("The database is closing."));
    return new Promise<T>((resolve, reject) => {
      const queued = this.limit.enter();
      const run = bindSpan(job);
      this.#waiting.push({
        run: async (trx) => {
          const value = await run(trx);
          return () => resolve(value);
        },
        reject,
        queued,
      });
      this.#draining ??= outsideSpans(() => this.#drain());
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // One turn of the event loop, in which more requests may join.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, maxBatchSize));
    } while (this.#waiting.length > 0);
    this.#draining = undefined;
  }

  async #commit(batch: readonly Waiting<DB>[]): Promise<void> {
    const time = new TimeLimit(batchLimitMs);
    try {
      const settlers =
        (await this.#transact(batch, time, false)) ?? (await this.#transact(batch, time, true));
      for (const answer of settlers ?? []) answer();
    } catch (error) {
      for (const job of batch) job.reject(error);
    } finally {
      time.stop();
      this.limit.leave(...batch.map(({ queued }) => queued));
    }
  }

  /** Resolves after the commit; with undefined if the batch must be rerun with savepoints. */
  async #transact(
    batch: readonly Waiting<DB>[],
    time: TimeLimit,
    guarded: boolean,
  ): Promise<(() => void)[] | undefined> {
    const transaction = this.#db.transaction().execute((trx) => {
      const all = runInTransaction(() => this.#runAll(batch, trx, time, guarded));
      return Promise.race([all, time.exceeded]);
    });
    return transaction.catch((error) => {
      if (error !== needsSavepoints) throw error;
      return undefined;
    });
  }

  async #runAll(
    batch: readonly Waiting<DB>[],
    trx: Transaction<DB>,
    time: TimeLimit,
    guarded: boolean,
  ): Promise<(() => void)[]> {
    const answers: (() => void)[] = [];
    for (const job of batch) {
      const before = this.#dialect.writes;
      if (guarded) this.#savepoint.set();
      try {
        answers.push(await job.run(trx));
      } catch (error) {
        // For example on a full disk, SQLite rolls back the whole transaction: the batch must stop.
        if (time.isOver || !this.#dialect.connection.isTransaction) throw error;
        if (guarded) this.#savepoint.rollBack();
        else if (this.#dialect.writes > before) {
          // A batch of one needs no savepoint.
          throw batch.length === 1 ? error : needsSavepoints;
        }
        answers.push(() => job.reject(error));
      }
      if (time.isOver) return answers;
      if (guarded) this.#savepoint.release();
    }
    return answers;
  }
}

/** Signals that a batch was rolled back to be rerun. */
const needsSavepoints = new Error("The batch needs savepoints.");

/** The savepoint around each callback, prepared once. */
class Savepoint {
  readonly #set: StatementSync;
  readonly #release: StatementSync;
  readonly #rollBack: StatementSync;

  constructor(connection: DatabaseSync) {
    this.#set = connection.prepare("savepoint job");
    this.#release = connection.prepare("release job");
    this.#rollBack = connection.prepare("rollback to job");
  }

  set(): void {
    this.#set.run();
  }

  release(): void {
    this.#release.run();
  }

  rollBack(): void {
    this.#rollBack.run();
  }
}

class TimeLimit {
  /** Rejects when the time is over; never resolves. */
  readonly exceeded: Promise<never>;
  isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.exceeded = new Promise((_, reject) => {
      this.#timer = setTimeout(() => {
        this.isOver = true;
        reject(new Error(`A write took over ${ms / 1000} s and was rolled back.`));
      }, ms);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
