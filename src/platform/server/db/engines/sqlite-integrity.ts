import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Integrity, IntegrityState } from "../integrity.ts";

const program = path.join(import.meta.dirname, "check-integrity.js");
const results: readonly string[] = ["ok", "damaged"] satisfies IntegrityState[];

export class SqliteIntegrity implements Integrity {
  state: IntegrityState = "unchecked";
  readonly #file: string;
  readonly #stopping = new AbortController();

  constructor(file: string) {
    this.#file = file;
  }

  async check(): Promise<IntegrityState> {
    const { signal } = this.#stopping;
    try {
      const args = [program, this.#file];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: {}, signal });
      const result = stdout.trim();
      if (results.includes(result)) this.state = result as IntegrityState;
    } catch {
      // A check that cannot run leaves the state unchanged.
    }
    return this.state;
  }

  stop(): void {
    this.#stopping.abort();
  }
}
