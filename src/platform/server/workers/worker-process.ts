import cluster, { type Worker } from "node:cluster";
import { maxMissed } from "./limits.ts";
import type { PrimaryMessage, WorkerMessage } from "./messages.ts";

/** How a worker ended, for the log: exit code or signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

// All workers accept from one socket. With round-robin, connections just passed to a dying worker
// are lost: they stay open without a response.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A worker as its primary sees it. */
export class WorkerProcess {
  /** 1 to `WORKERS`; its replacement has the same number. A spare has 0. */
  number = 0;
  /** The origin, once it accepts requests; undefined if it ended before. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<Ending>;
  isReady = false;
  /** It was told to end. */
  isLeaving = false;
  readonly #worker: Worker;
  readonly #forkedAt = performance.now();
  #missed = 0;
  #isLoaded = false;
  #isNeeded = false;

  /**
   * Starts the program of the newest build: its path may contain a link to the release.
   * @param program `src/app/server/worker.js`
   */
  constructor(program: string, receive: (worker: WorkerProcess, message: WorkerMessage) => void) {
    cluster.setupPrimary({ exec: program, args: [] });
    const worker = cluster.fork();
    this.#worker = worker;
    this.ended = new Promise((resolve) => {
      worker.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const ready = Promise.withResolvers<string | undefined>();
    this.ready = ready.promise;
    void this.ended.then(() => ready.resolve(undefined));
    // The worker did not start, or its channel broke: `exit` follows.
    worker.on("error", () => {});
    worker.on("message", (message: WorkerMessage) => {
      if (message.kind === "alive") this.#missed = 0;
      if (message.kind === "loaded") {
        this.#isLoaded = true;
        if (this.#isNeeded) this.send({ kind: "serve" });
      }
      if (message.kind === "ready") {
        this.isReady = true;
        ready.resolve(message.origin);
      }
      receive(this, message);
    });
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Milliseconds since it was started. */
  get ageMs(): number {
    return performance.now() - this.#forkedAt;
  }

  /** Lets it accept requests, once it is loaded. */
  serveAs(number: number): void {
    this.number = number;
    this.#isNeeded = true;
    if (this.#isLoaded) this.send({ kind: "serve" });
  }

  send(message: PrimaryMessage): void {
    // Nothing is sent to a disconnected worker; its `exit` follows.
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  end(signal: "SIGTERM" | "SIGKILL"): void {
    this.isLeaving = true;
    this.#worker.process.kill(signal);
  }

  /** A newer one has taken over. */
  retire(): void {
    this.isLeaving = true;
    this.send({ kind: "retire" });
  }

  /** Must be called at a fixed interval. @returns whether too many heartbeats were missed */
  isSilent(): boolean {
    // A starting worker may be migrating the database, which blocks its event loop.
    const isStarting = this.#isNeeded ? !this.isReady : !this.#isLoaded;
    if (isStarting) return false;
    this.#missed += 1;
    return this.#missed > maxMissed;
  }
}
