import type { Kysely, Transaction } from "kysely";
import type { Integrity } from "./integrity.ts";
import type { MigrationChoices } from "./migrate.ts";
import type { Database } from "./schema.ts";
import type { WriteLimit } from "./write-limit.ts";

/** Name of the SQLite file inside `DATA_DIR`. */
export const sqliteFile = "database.sqlite";

export type Engine = "sqlite" | "postgres";

/** The open database. Reads go through `db`, everything that changes rows through `write`. */
export interface DatabaseClient {
  /** For reads outside transactions. On SQLite it is read-only and never waits for the writer. */
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  /** Rejects writes with "busy" if they would wait too long. */
  readonly writeLimit: Pick<WriteLimit, "rejected">;
  /**
   * Runs the callback in a transaction and resolves with its value once the commit is durable. If
   * the callback throws, it is rolled back and only its own promise rejects.
   *
   * The callback must use only the transaction it is given and await every query; do slow work
   * (hashing, network) before. It may run again, after a serialization failure on PostgreSQL or
   * another callback's failure on SQLite, so it must have no side effects. After a failed statement
   * it must throw: PostgreSQL rejects all further ones. PostgreSQL interleaves transactions, so a
   * decision based on rows read needs `forUpdate()`, a unique key or one atomic statement.
   */
  write<T>(job: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for exactly one statement, which is atomic by itself: on PostgreSQL it saves
   * BEGIN and COMMIT, half of the round trips.
   */
  writeOne<T>(job: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  readonly integrity: Integrity;
  /** Resolves if the database responds and still has what this version uses. */
  ping(): Promise<void>;
  /**
   * On SQLite: writes the write-ahead log, with its old pages, to the database and truncates it;
   * resolves with whether it could, which other connections may prevent.
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** Location of the data: PostgreSQL if a URL is given, else a file in `dataDir`. */
export interface DatabaseOptions extends MigrationChoices {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** A schema of the PostgreSQL database other than the connection's own. */
  readonly schema?: string;
  /** Disables PostgreSQL's statement timeout, for the operator's commands. */
  readonly noStatementTimeout?: boolean;
  /** Opens each connection to PostgreSQL when it is needed, instead of all at once. */
  readonly connectsLater?: boolean;
}
