import type { Kysely, Transaction } from "kysely";
import type { Integrity } from "./integrity.ts";
import type { Database } from "./schema.ts";
import type { WriteLimit } from "./write-limit.ts";

/** Name of the SQLite file inside `DATA_DIR`. */
export const sqliteFile = "database.sqlite";

export type Engine = "sqlite" | "postgres";

/** The open database. Reads go through `db`, everything that changes rows through `write`. */
export interface DatabaseClient {
  /** For reading, outside jobs. On SQLite it cannot write, and never waits for the writer. */
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  /** What turns writes away, with "busy", when they would wait for too long. */
  readonly writeLimit: Pick<WriteLimit, "rejected">;
  /**
   * Runs the job in a transaction and resolves with its value once the commit is
   * durable. A job that throws leaves nothing behind and rejects only its own call.
   *
   * The job uses only the transaction it is given and awaits every query; anything
   * slow (hashing, network) comes before. It may run again, after a lost race on
   * PostgreSQL or beside a failed job on SQLite, so it has no effects besides. After a failed statement it must
   * throw: PostgreSQL goes on with nothing. Jobs can interleave there, so a decision
   * on rows read needs `forUpdate()`, a unique key or one atomic statement.
   */
  write<T>(job: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for a job of exactly one statement, which is all or nothing by
   * itself: on PostgreSQL it is spared BEGIN and COMMIT, half of its way there and back.
   */
  writeOne<T>(job: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Whether the database file is whole, as far as was checked. */
  readonly integrity: Integrity;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Takes no more writes, finishes the accepted ones, closes the connections. */
  close(): Promise<void>;
}

/** Where the data lives: PostgreSQL when a URL is given, else a file in `dataDir`. */
export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Lets PostgreSQL take as long as it needs, as the operator's commands do; a server gives up. */
  readonly noStatementTimeout?: boolean;
}
