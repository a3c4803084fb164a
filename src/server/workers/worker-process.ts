import cluster, { type Worker } from "node:cluster";
import { maxMissed } from "./limits.ts";
import type { PrimaryMessage, WorkerMessage } from "./messages.ts";

/** How a worker ended: `9 SIGKILL` and such, for the log. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

// All workers accept from one socket. The other policy hands connections round, and loses those that
// it has just handed to a worker that dies: they stay open and nobody answers.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** A worker as its primary sees it. */
export class WorkerProcess {
  /** 1 to `WORKERS`; the one that replaces it has the same. A spare has 0. */
  number = 0;
  /** Its origin once it accepts requests; undefined if it ended before. */
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
   * Starts the program of the newest build: its path may lead through a link to the release.
   * @param program `src/server/worker.js`
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
    // A worker that could not be started, or whose channel broke: `exit` follows.
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

  /** Lets it accept requests, once it has loaded everything. */
  serveAs(number: number): void {
    this.number = number;
    this.#isNeeded = true;
    if (this.#isLoaded) this.send({ kind: "serve" });
  }

  send(message: PrimaryMessage): void {
    // One that is about to die gets nothing; its `exit` follows.
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

  /** Call it regularly. @returns whether the worker has not been heard for too long */
  isSilent(): boolean {
    // One that starts may be migrating the database, which blocks it for as long as it takes.
    const isStarting = this.#isNeeded ? !this.isReady : !this.#isLoaded;
    if (isStarting) return false;
    this.#missed += 1;
    return this.#missed > maxMissed;
  }
}
