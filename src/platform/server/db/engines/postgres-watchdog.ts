import { seconds } from "../../../contract/durations.ts";

export interface WatchedConnection {
  /** Statements without a response yet. */
  readonly waiting: number;
  readonly answers: number;
  /** Closes the connection immediately, without notifying the server. */
  abort(error: Error): void;
}

interface Observation {
  answers: number;
  /** Seconds without a response. */
  quiet: number;
  /** Seconds without a response while a statement is waiting. */
  stalled: number;
}

const tickMs = seconds(1);

/**
 * Closes connections that no longer respond, for example after a failover or when a NAT dropped
 * them, which the network does not report. Checks all of them once a second, at no cost per
 * statement. Counts its own ticks, so that a suspended process does not close healthy connections.
 */
export class ConnectionWatchdog {
  readonly #limit: number;
  readonly #connections = new Map<WatchedConnection, Observation>();
  readonly #timer: NodeJS.Timeout;

  /** @param limitMs maximum wait of a statement for its response, in milliseconds */
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
      // Idle connections without a response since then are probably lost too: they are cheap to
      // replace, and each would delay another request.
      const isSuspect = connection.waiting === 0 && seen.quiet >= maxStalledMs;
      if (seen.stalled < this.#limit && !isSuspect) continue;
      connection.abort(new Error(`no response for ${this.#limit} s`));
    }
  }
}
