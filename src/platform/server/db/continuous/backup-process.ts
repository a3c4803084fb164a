import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "../../../contract/durations.ts";
import type { Log } from "../../plain-log.ts";
import type { BackupReport } from "./backup-lag.ts";

const program = path.join(import.meta.dirname, "backup-program.ts");
/** Delay before a dead program is restarted, in milliseconds. */
const restartMs = seconds(5);
/** Maximum time for copying the last commits when the server stops, in milliseconds. */
const endLimitMs = seconds(3);

/** Runs the program that copies the database, and restarts it if it dies. */
export class BackupProcess {
  readonly #log: Log;
  readonly #onReport: (report: BackupReport) => void;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;

  /** @param onReport called whenever the program has stored commits, or waits for another one */
  constructor(log: Log, onReport: (report: BackupReport) => void) {
    this.#log = log;
    this.#onReport = onReport;
    void this.#run();
  }

  /** Lets the program copy the remaining commits, then ends it. Call it after the last commit. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (!child?.connected) return;
    child.ref();
    const ended = once(child, "exit");
    child.disconnect();
    await Promise.race([ended, wait(endLimitMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const child = fork(program, { execArgv: [] });
      this.#child = child;
      child.on("message", (report: BackupReport) => this.#onReport(report));
      child.on("error", () => {});
      // The child must not keep the server alive.
      child.unref();
      child.channel?.unref();
      const [code, killedBy] = await once(child, "exit");
      if (signal.aborted) return;
      this.#log("error", "continuous backup process died; restarting it", { code, killedBy });
      await wait(restartMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
