import { seconds } from "../../durations.ts";

/** What the watchdog knows of a connection. */
export interface WatchedConnection {
  /** Statements sent and not answered yet. */
  readonly waiting: number;
  /** Statements answered so far. */
  readonly answers: number;
  /** Closes the connection at once, without a word to the other side. */
  abort(error: Error): void;
}

interface Observation {
  answers: number;
  /** Seconds without an answer. */
  quiet: number;
  /** Seconds without an answer to a statement that waits for one. */
  stalled: number;
}

const tickMs = seconds(1);

/**
 * Closes connections that no longer answer, as after a failover or when a NAT forgot them:
 * the network does not tell. Looks at all of them once a second, which costs a statement
 * nothing; and counts seconds by its own ticks, so that a process that was suspended does
 * not blame the database.
 */
export class ConnectionWatchdog {
  readonly #limit: number;
  readonly #connections = new Map<WatchedConnection, Observation>();
  readonly #timer: NodeJS.Timeout;

  /** @param limitMs how long a statement may wait for its answer, in milliseconds */
  constructor(limitMs: number) {
    this.#limit = Math.ceil(limitMs / tickMs);
    this.#timer = setInterval(() => this.#look(), tickMs).unref();
  }

  watch(connection: WatchedConnection): void {
    this.#connections.set(connection, { answers: connection.answers, quiet: 0, stalled: 0 });
  }

  forget(connection: WatchedConnection): void {
    this.#connections.delete(connection);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    let maxStalledMs = 0;
    for (const [connection, seen] of this.#connections) {
      const isQuiet = connection.answers === seen.answers;
      seen.answers = connection.answers;
      seen.quiet = isQuiet ? seen.quiet + 1 : 0;
      seen.stalled = isQuiet && connection.waiting > 0 ? seen.stalled + 1 : 0;
      maxStalledMs = Math.max(maxStalledMs, seen.stalled);
    }
    if (maxStalledMs < this.#limit) return;
    for (const [connection, seen] of this.#connections) {
      // Idle ones that were not heard of since are probably lost too: they are cheap to
      // replace, and each would cost somebody the same wait.
      const isSuspect = connection.waiting === 0 && seen.quiet >= maxStalledMs;
      if (seen.stalled < this.#limit && !isSuspect) continue;
      connection.abort(new Error(`no answer for ${this.#limit} s`));
    }
  }
}
