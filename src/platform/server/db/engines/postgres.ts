import { setTimeout as wait } from "node:timers/promises";
import {
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type Transaction,
} from "kysely";
import type { DatabaseClient, DatabaseOptions } from "../client.ts";
import {
  CommitOutcomeUnknownError,
  ConnectionLostError,
  DatabaseUnavailableError,
} from "../errors.ts";
import { noIntegrityCheck } from "../integrity.ts";
import { migrate, migrateIfPending, ping } from "../migrate.ts";
import type { Database } from "../schema.ts";
import {
  assertOutsideTransaction,
  OutsideTransactionsOnly,
  runInTransaction,
} from "../transaction-guard.ts";
import { WriteLimit } from "../write-limit.ts";
import { PreparingPool, SharedConnections } from "./postgres-pool.ts";

const attempts = 8;
/** serialization_failure, deadlock_detected: the transaction may succeed if run again. */
const serializationFailures: readonly unknown[] = ["40001", "40P01"];

export async function openPostgres(
  url: string,
  {
    noStatementTimeout,
    schema,
    connectsLater,
    ...choices
  }: Omit<DatabaseOptions, "databaseUrl" | "dataDir">,
): Promise<DatabaseClient> {
  const pool = new PreparingPool(url, { noStatementTimeout, schema });
  const base = new Kysely<Database>({ dialect: new PoolDialect(pool) });
  let shared = base;
  try {
    const isComplete = connectsLater || (await pool.warm());
    // With fewer connections, none is reserved for sharing.
    if (isComplete && schema === undefined) {
      shared = new Kysely({ dialect: new PostgresDialect({ pool: new SharedConnections(pool) }) });
    }
    // No timeout: a migration may take long, or wait for another node's.
    const run = () => withoutTimeout(url, (db) => migrate(db, undefined, schema), schema);
    await migrateIfPending(base, "postgres", { ...choices, run });
  } catch (error) {
    await pool.end();
    if (schema === undefined) throw error;
    throw new DatabaseUnavailableError(`The schema ${schema} cannot be opened.`, error);
  }
  const db = base.withPlugin(new OutsideTransactionsOnly());
  const accepted = new Set<Promise<unknown>>();
  const limit = new WriteLimit();
  let closed = false;
  async function accept<T>(run: () => Promise<T>): Promise<T> {
    assertOutsideTransaction();
    if (closed) throw new Error("The database is closing.");
    const queued = limit.enter();
    const done = retryOnConflict(run);
    accepted.add(done);
    try {
      return await done;
    } finally {
      accepted.delete(done);
      limit.leave(queued);
    }
  }
  return {
    db,
    engine: "postgres",
    writeLimit: limit,
    write: (job) =>
      accept(() => base.transaction().execute((trx) => runInTransaction(() => job(trx)))),
    writeOne: (job) => accept(() => runInTransaction(() => job(shared)).catch(rethrowAsCommit)),
    integrity: noIntegrityCheck,
    ping: () => ping(db),
    emptyLog: async () => true,
    close: async () => {
      closed = true;
      await Promise.allSettled(accepted);
      if (shared !== base) await shared.destroy();
      await base.destroy();
    },
  };
}

/** See `fillDatabase`. */
export function fillPostgres(
  url: string,
  job: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  return withoutTimeout(url, (db) => db.transaction().execute(job));
}

export async function isEmptyPostgres(url: string): Promise<boolean> {
  let isEmpty = false;
  await withoutTimeout(url, async (db) => {
    const { rows } = await sql`select from information_schema.tables
      where table_schema = current_schema() limit 1`.execute(db);
    isEmpty = rows.length === 0;
  });
  return isEmpty;
}

async function withoutTimeout(
  url: string,
  work: (db: Kysely<Database>) => Promise<void>,
  schema?: string,
): Promise<void> {
  const pool = new PreparingPool(url, { noStatementTimeout: true, schema });
  try {
    await work(new Kysely({ dialect: new PoolDialect(pool) }));
  } finally {
    await pool.end();
  }
}

/** If the response to a single statement is lost, the outcome of its commit is unknown. */
function rethrowAsCommit(error: unknown): never {
  throw error instanceof ConnectionLostError ? new CommitOutcomeUnknownError(error) : error;
}

async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isSerializationFailure(error)) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function isSerializationFailure(error: unknown): boolean {
  return error instanceof Error && "code" in error && serializationFailures.includes(error.code);
}

class PoolDialect extends PostgresDialect {
  readonly #pool: PreparingPool;

  constructor(pool: PreparingPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): LossAwareDriver {
    return new LossAwareDriver({ pool: this.#pool });
  }
}

type OwnConnection = Parameters<PostgresDriver["rollbackTransaction"]>[0];

/** Distinguishes a lost response to COMMIT from a failed commit. */
class LossAwareDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection).catch(rethrowAsCommit);
  }

  /** On a lost connection there is nothing to roll back, and the first error is the cause. */
  override async rollbackTransaction(connection: OwnConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof ConnectionLostError)) throw error;
    });
  }
}
