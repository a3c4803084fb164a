import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Kysely, Transaction } from "kysely";
import { assertOutsideJob, runInsideJob } from "./job-scope.ts";

const largestBatch = 256;
const batchLimitMs = 10_000;

type Job<DB, T> = (trx: Transaction<DB>) => Promise<T>;

interface Waiting<DB> {
  /** Runs the job; the answer tells its caller, once the commit is on the disk. */
  run(trx: Transaction<DB>): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * The single writer of a SQLite file. Jobs that arrive while a commit is under way
 * share the next transaction, so that one disk sync serves them all; each is
 * answered after that sync. A failing job rolls back alone (its savepoint); a
 * failing COMMIT rejects every job of its batch.
 *
 * A job must await every query it starts, and nothing slow: the others wait for it.
 * A batch that takes over 10 s is rolled back and rejected as a whole.
 */
export class GroupCommit<DB> {
  readonly #db: Kysely<DB>;
  readonly #connection: DatabaseSync;
  readonly #savepoint: Savepoint;
  #waiting: Waiting<DB>[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  /** @param connection the connection `db` runs on, for savepoints without Kysely's detour */
  constructor(db: Kysely<DB>, connection: DatabaseSync) {
    this.#db = db;
    this.#connection = connection;
    this.#savepoint = new Savepoint(connection);
  }

  /** Resolves with the job's value after the commit; rejects with what the job or the commit threw. */
  write<T>(job: Job<DB, T>): Promise<T> {
    assertOutsideJob();
    if (this.#closed) return Promise.reject(new Error("The database is closing."));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        run: async (trx) => {
          const value = await runInsideJob(() => job(trx));
          return () => resolve(value);
        },
        reject,
      });
      this.#draining ??= this.#drain();
    });
  }

  /** Takes no more jobs and waits for those it has. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    do {
      // One turn of the event loop, in which more requests arrive and join.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commit(this.#waiting.splice(0, largestBatch));
    } while (this.#waiting.length > 0);
    this.#draining = undefined;
  }

  async #commit(batch: readonly Waiting<DB>[]): Promise<void> {
    const time = new TimeLimit(batchLimitMs);
    try {
      const answers = await this.#db
        .transaction()
        .execute((trx) => Promise.race([this.#runAll(batch, trx, time), time.exceeded]));
      for (const answer of answers) answer();
    } catch (error) {
      for (const job of batch) job.reject(error);
    } finally {
      time.stop();
    }
  }

  async #runAll(
    batch: readonly Waiting<DB>[],
    trx: Transaction<DB>,
    time: TimeLimit,
  ): Promise<(() => void)[]> {
    const answers: (() => void)[] = [];
    for (const job of batch) {
      this.#savepoint.set();
      try {
        answers.push(await job.run(trx));
      } catch (error) {
        // A full disk, for one, makes SQLite roll back everything; then nothing may go on.
        if (time.isOver || !this.#connection.isTransaction) throw error;
        this.#savepoint.rollBack();
        answers.push(() => job.reject(error));
      }
      if (time.isOver) return answers;
      this.#savepoint.release();
    }
    return answers;
  }
}

/** The savepoint around each job, prepared once. */
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
