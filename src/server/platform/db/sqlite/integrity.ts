import path from "node:path";
import { promisify } from "node:util";

/** What is known of the database file: nothing yet, that it is whole, or that it is damaged. */
export type IntegrityState = "unchecked" | "ok" | "damaged";

/** Checks the database in the background: a large file takes minutes. */
export interface Integrity {
  readonly state: IntegrityState;
  /**
   * Reads through the whole database once: SQLite's `quick_check`, in a process of its own.
   * PostgreSQL looks after its pages itself: there nothing is done.
   * @returns the state; "unchecked" too when the check could not run or was stopped
   */
  check(): Promise<IntegrityState>;
  /** Ends a check that is under way. */
  stop(): void;
}

/** For PostgreSQL. */
export const noIntegrityCheck: Integrity = {
  state: "unchecked",
  check: async () => "unchecked",
  stop: () => {},
};

const program = path.join(import.meta.dirname, "check-integrity.js");
const results: readonly string[] = ["ok", "damaged"] satisfies IntegrityState[];

/** The integrity of a SQLite file. */
export class SqliteIntegrity implements Integrity {
  state: IntegrityState = "unchecked";
  readonly #file: string;
  readonly #stopping = new AbortController();

  constructor(file: string) {
    this.#file = file;
  }

  async check(): Promise<IntegrityState> {
    const { signal } = this.#stopping;
    const { execFile } = await import("node:child_process");
    try {
      const args = [program, this.#file];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, signal });
      const result = stdout.trim();
      if (results.includes(result)) this.state = result as IntegrityState;
    } catch {
      // A check that cannot run says nothing about the file.
    }
    return this.state;
  }

  stop(): void {
    this.#stopping.abort();
  }
}
