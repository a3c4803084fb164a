import type { Kysely, Transaction } from "kysely";
import type { Integrity } from "./integrity.ts";
import type { MigrationChoices } from "./migrate.ts";
import type { Database } from "./schema.ts";
import type { WriteLimit, WriteLock } from "./write-limit.ts";

/** Name of the SQLite file inside `DATA_DIR`. */
export const sqliteFile = "database.sqlite";

export type Engine = "sqlite" | "postgres";

/** The open database. Reads go through `db`, everything that changes rows through `write`. */
export interface DatabaseClient {
  /** For reads outside transactions. On SQLite it cannot write, and never waits for the writer. */
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  /** Rejects writes with "busy" if they would wait too long. */
  readonly writeLimit: Pick<WriteLimit, "rejected">;
  /**
   * Runs the callback in a transaction and resolves with its value once the commit is durable. A
   * callback that throws is rolled back and rejects only its own call.
   *
   * The callback uses only the transaction it is given and awaits every query; slow work (hashing,
   * network) comes before. It may run again, after a serialization failure on PostgreSQL or another
   * callback's failure on SQLite, so it must have no side effects. After a failed statement it must
   * throw: PostgreSQL rejects all further ones. Transactions can interleave there, so a decision
   * based on rows read needs `forUpdate()`, a unique key or one atomic statement.
   */
  write<T>(job: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `write`, for exactly one statement, which is atomic by itself: on PostgreSQL it saves
   * BEGIN and COMMIT, half of the round trips.
   */
  writeOne<T>(job: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Whether the database file is damaged, as far as it was checked. */
  readonly integrity: Integrity;
  /** Resolves if the database responds and still has what this version uses. */
  ping(): Promise<void>;
  /** Accepts no more writes, finishes the accepted ones, closes the connections. */
  close(): Promise<void>;
}

/** Location of the data: PostgreSQL if a URL is given, else a file in `dataDir`. */
export interface DatabaseOptions extends MigrationChoices {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Disables PostgreSQL's statement timeout, for the operator's commands. */
  readonly noStatementTimeout?: boolean;
  /** Of the processes that write to one SQLite file; unset: this one writes alone. */
  readonly writeLock?: WriteLock | undefined;
}
