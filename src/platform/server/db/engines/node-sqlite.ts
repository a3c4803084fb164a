import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { seconds } from "../../../contract/durations.ts";
import { inSpan, isTracing } from "../../tracing/spans.ts";
import { statementSpan } from "../../tracing/statement-span.ts";

/** How long a statement waits for another process's lock, in milliseconds. */
const busyTimeoutMs = seconds(5);
/** Delays between retries, the last one repeated: those of SQLite's own busy handler. */
const busyRetriesMs = [1, 2, 5, 10, 15, 20, 25];
const busyCode = 5;
/** A read transaction whose snapshot is too old to write: retrying does not help. */
const busySnapshotCode = 517;
const cachedStatements = 500;
const cacheKiB = 8 * 1024;
/** Pages of 4 KiB in the WAL before a checkpoint: fewer checkpoints write hot pages less often. */
const checkpointPages = 4000;

/**
 * Opens the file, creating it if missing, with access for its owner only. WAL lets reads continue
 * during a write; synchronous=FULL makes a commit wait until it is on disk.
 */
export function openSqlite(file: string): DatabaseSync {
  createPrivate(file);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on");
  // Deleted data is overwritten with zeros.
  database.exec("pragma secure_delete = on");
  database.exec(`pragma cache_size = -${cacheKiB}; pragma wal_autocheckpoint = ${checkpointPages}`);
  // SQLite would block the whole process while waiting; `RetryingConnection` waits instead.
  database.exec("pragma busy_timeout = 0");
  return database;
}

/**
 * Writes everything in the write-ahead log to the database and truncates the log.
 * @returns whether it did: not while any connection reads or writes
 */
export function truncateLog(file: string): boolean {
  const database = openSqlite(file);
  try {
    return database.prepare("pragma wal_checkpoint(truncate)").get()?.busy === 0;
  } finally {
    database.close();
  }
}

/** SQLite itself would create it with mode 0644; its -wal and -shm files inherit the mode. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/**
 * Kysely's dialect for node:sqlite, with one connection whose transactions are exclusive writers.
 */
export class NodeSqliteDialect implements Dialect {
  readonly connection: DatabaseSync;
  readonly #database: CachingDatabase;

  constructor(connection: DatabaseSync) {
    this.connection = connection;
    this.#database = new CachingDatabase(connection);
  }

  /** Number of statements that may have changed something. */
  get writes(): number {
    return this.#database.writes;
  }

  createDriver(): Driver {
    return new ImmediateDriver(this.connection, this.#database);
  }

  createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new CompilerWithoutLocks();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Caches prepared statements by their text: preparing takes longer than most queries. */
class CachingDatabase implements SqliteDatabase {
  writes = 0;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = new PreparedStatement(this.#database, sql, () => {
      this.writes += 1;
    });
    // The oldest makes room: texts of lists with many lengths must not fill the cache for good.
    if (this.#statements.size >= cachedStatements) {
      for (const [oldest] of this.#statements) {
        this.#statements.delete(oldest);
        break;
      }
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

const onlyReads = /^\s*select\b/i;

class PreparedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #database: DatabaseSync;
  readonly #sql: string;
  readonly #statement: StatementSync;
  readonly #onWrite: (() => void) | undefined;

  constructor(database: DatabaseSync, sql: string, onWrite: () => void) {
    this.#database = database;
    this.#sql = sql;
    this.#statement = database.prepare(sql);
    this.#onWrite = onlyReads.test(sql) ? undefined : onWrite;
    this.reader = this.#statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    this.#onWrite?.();
    return this.#statement.all(...(parameters as SQLInputValue[]));
  }

  run(parameters: readonly unknown[]): ReturnType<StatementSync["run"]> {
    this.#onWrite?.();
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    this.#onWrite?.();
    // A separate statement: running the shared one again would end the iteration.
    return this.#database.prepare(this.#sql).iterate(...(parameters as SQLInputValue[]));
  }
}

/** Waits for a lock without blocking the process. */
class RetryingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!isTracing()) return this.#execute(query);
    return inSpan(statementSpan("sqlite", query.sql), () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let retry = 0, waitedMs = 0; ; retry += 1) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!mayRetry(error) || waitedMs >= busyTimeoutMs) throw error;
      }
      const delayMs = busyRetriesMs[Math.min(retry, busyRetriesMs.length - 1)] ?? 0;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      waitedMs += delayMs;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

function mayRetry(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  const code = Number(error.errcode);
  return (code & 0xff) === busyCode && code !== busySnapshotCode;
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  #connection: RetryingConnection | undefined;

  constructor(database: DatabaseSync, caching: CachingDatabase) {
    super({ database: caching });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new RetryingConnection(await super.acquireConnection());
    return this.#connection;
  }

  /**
   * Takes the write lock up front: upgrading later fails if another process wrote in the meantime.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** After some errors (a full disk) SQLite has already rolled back by itself. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite's DDL is transactional; this makes a migration atomic, in one process at a time. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class CompilerWithoutLocks extends SqliteQueryCompiler {
  /** `forUpdate()` is for PostgreSQL; here a write transaction is exclusive anyway. */
  protected override visitSelectModifier(): void {}
}
