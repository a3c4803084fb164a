import { DatabaseSync } from "node:sqlite";
import { seconds } from "../../durations.ts";
import { BrokenLogError } from "./write-ahead-log.ts";

/** How long it waits for the writer, in milliseconds. */
const busyTimeoutMs = seconds(5);

/**
 * Keeps SQLite from overwriting what was committed and not yet copied, by open read transactions: a
 * log that somebody reads is not started again, whoever else writes. Once everything is in the
 * database file, SQLite may start the log again; from then on the pin keeps new commits from being
 * moved into the file, so that they stay in the log.
 */
export class LogPins {
  readonly #writer: DatabaseSync;
  #holding: DatabaseSync;
  #next: DatabaseSync;

  /** Pins what the log holds now. @param file an existing database in WAL mode */
  constructor(file: string) {
    [this.#writer, this.#holding, this.#next] = [open(file), open(file), open(file)];
    pin(this.#holding);
  }

  /** Lets go of what was committed before the pin was moved last, and pins what comes. */
  move(): void {
    pin(this.#next);
    this.#holding.exec("rollback");
    [this.#holding, this.#next] = [this.#next, this.#holding];
  }

  /**
   * Lets the next writer start the log again. Nobody writes meanwhile: it takes as long as one
   * checkpoint.
   * @param copyRest copies what the log still holds; returns false to leave it as it is
   * @returns whether everything is in the database file; others that read may prevent it
   */
  emptyLog(copyRest: () => boolean): boolean {
    this.#writer.exec("begin immediate");
    try {
      if (!copyRest()) return false;
      return this.#checkpoint();
    } finally {
      this.#writer.exec("rollback");
    }
  }

  #checkpoint(): boolean {
    try {
      this.#holding.exec("rollback");
      const isEmpty = checkpoint(this.#holding);
      pin(this.#holding);
      return isEmpty;
    } catch (error) {
      // Without a pin nothing is certain any more.
      throw new BrokenLogError("the log could not be moved into the database", { cause: error });
    }
  }

  close(): void {
    for (const one of [this.#next, this.#holding, this.#writer]) one.close();
  }
}

/** Opens another connection of this process. */
function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  // The server moves pages into the file as ever.
  database.exec("pragma wal_autocheckpoint = 0");
  return database;
}

function pin(database: DatabaseSync): void {
  database.exec("begin");
  database.prepare("select 1 from sqlite_schema limit 1").get();
}

function checkpoint(database: DatabaseSync): boolean {
  const { busy, log, checkpointed } =
    database.prepare("pragma wal_checkpoint(passive)").get() ?? {};
  return busy === 0 && log === checkpointed;
}
