import type { FastifyBaseLogger } from "fastify";
import { minutes } from "../../../contract/durations.ts";

/** Between two lines of an outage, and how long nothing fails before it counts as over, in milliseconds. */
const everyMs = minutes(1);

/**
 * Logs an outage of the database or the disk in few lines, since thousands of requests may fail: the
 * first failure, the number of failures once a minute, and the end.
 */
export class OutageLog {
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #failures = 0;
  #failuresBefore = 0;
  #code = "";

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Counts a failure. @param logFirst logs it in full; called only if an outage begins */
  note(code: string, logFirst: () => void): void {
    this.#failures += 1;
    this.#code = code;
    if (this.#timer) return;
    this.#startedAt = performance.now();
    logFirst();
    this.#timer = setInterval(() => this.#report(), everyMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #report(): void {
    const failures = this.#failures;
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    const about = { failures, seconds, code: this.#code };
    if (failures > this.#failuresBefore) {
      this.#failuresBefore = failures;
      this.#log.error(about, "outage continues");
      return;
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
    this.#failuresBefore = 0;
    this.#log.warn(about, "outage is over: nothing has failed for a minute");
  }
}
