import { DatabaseSync } from "node:sqlite";
import { seconds } from "../../../contract/durations.ts";
import { BrokenLogError } from "./write-ahead-log.ts";

/** Maximum wait for the write lock, in milliseconds. */
const busyTimeoutMs = seconds(5);

/**
 * Uses open read transactions to keep SQLite from overwriting commits that are not copied yet:
 * SQLite does not restart a WAL that is being read. Once everything is in the database file, SQLite
 * may restart the WAL; from then on the pin keeps new commits from being checkpointed, so that they
 * remain in the WAL.
 */
export class LogPins {
  readonly #writer: DatabaseSync;
  #holding: DatabaseSync;
  #next: DatabaseSync;

  /** Pins the current contents of the WAL. @param file an existing database in WAL mode */
  constructor(file: string) {
    [this.#writer, this.#holding, this.#next] = [open(file), open(file), open(file)];
    pin(this.#holding);
  }

  /** Pins new commits, and releases those from before the previous call. */
  move(): void {
    pin(this.#next);
    this.#holding.exec("rollback");
    [this.#holding, this.#next] = [this.#next, this.#holding];
  }

  /**
   * Checkpoints the WAL, so that the next writer restarts it. Blocks writers for as long as one
   * checkpoint.
   * @param copyRest copies the rest of the WAL; returns false to skip the checkpoint
   * @returns whether everything is in the database file; other readers may prevent it
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
      // Without a pin, commits may have been overwritten.
      throw new BrokenLogError("the WAL could not be checkpointed", { cause: error });
    }
  }

  close(): void {
    for (const one of [this.#next, this.#holding, this.#writer]) one.close();
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  // Automatic checkpoints are left to the server.
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
