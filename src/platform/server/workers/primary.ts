import { setTimeout as wait } from "node:timers/promises";
import { seconds } from "../../contract/durations.ts";
import type { Log } from "../plain-log.ts";
import { countDeaths, restartDelayMs } from "./back-off.ts";
import { aliveEveryMs } from "./limits.ts";
import type { WorkerMessage } from "./messages.ts";
import { MetricsRound } from "./metrics-round.ts";
import { type Ending, WorkerProcess } from "./worker-process.ts";
import { WriteLockQueue } from "./write-lock-queue.ts";

/** Longer than a worker's own shutdown limits, in milliseconds. */
const endLimitMs = seconds(14);

export interface PrimaryOptions {
  /** `src/app/server/worker.js` */
  readonly program: string;
  readonly workers: number;
  readonly log: Log;
  /** How long stopping workers still accept requests, in milliseconds. */
  readonly stopDelayMs?: number;
}

/** Starts the workers, replaces those that die, and rolls over to a new build. */
export class Primary {
  readonly #options: PrimaryOptions;
  /** The current worker by number. */
  readonly #current = new Map<number, WorkerProcess>();
  /** All running workers, including those that are starting or leaving. */
  readonly #running = new Set<WorkerProcess>();
  /** The spare, which replaces a worker that dies. */
  #spare: WorkerProcess | undefined;
  readonly #writeLock = new WriteLockQueue();
  readonly #metrics = new MetricsRound();
  readonly #stopping = new AbortController();
  /** Deaths in a row, by number; 0 is the spare. */
  readonly #deaths = new Map<number, number>();
  #rollOver: Promise<void> | undefined;
  #isRollOverWanted = false;
  /** Called for each worker that starts to serve. */
  onReady: (worker: WorkerProcess) => void = () => {};

  constructor(options: PrimaryOptions) {
    this.#options = options;
  }

  /** The workers that serve. */
  get serving(): WorkerProcess[] {
    return [...this.#current.values()].filter(({ isReady }) => isReady);
  }

  /**
   * Starts the first worker, which migrates the database, then the others.
   * @returns the origin; undefined if a worker did not start, which has then logged why
   */
  async start(): Promise<string | undefined> {
    const first = this.#startAs(1);
    const origin = await first.ready;
    if (origin === undefined) return undefined;
    for (let number = 2; number <= this.#options.workers; number += 1) this.#startAs(number);
    const others = [...this.#current.values()].map(({ ready }) => ready);
    if ((await Promise.all(others)).includes(undefined)) return undefined;
    for (const worker of this.#current.values()) this.#watch(worker);
    setInterval(() => this.#killSilent(), aliveEveryMs).unref();
    this.#keepSpare();
    return origin;
  }

  /** Replaces the workers one by one; each leaves once its replacement serves. */
  rollOver(): void {
    // A second signal may mean an even newer build: roll over again afterwards.
    this.#isRollOverWanted = true;
    this.#rollOver ??= this.#rollOverAll().finally(() => {
      this.#rollOver = undefined;
    });
  }

  /** Stops all workers; they finish their open requests. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const worker of this.#running) worker.end("SIGTERM");
    await this.#untilEnded([...this.#running]);
  }

  /** Waits until the workers end, and kills those that take too long. */
  async #untilEnded(workers: readonly WorkerProcess[]): Promise<void> {
    const ended = new AbortController();
    const { stopDelayMs = 0 } = this.#options;
    void wait(endLimitMs + stopDelayMs, undefined, { signal: ended.signal }).then(
      () => {
        for (const worker of workers) if (this.#running.has(worker)) worker.end("SIGKILL");
      },
      () => undefined,
    );
    await Promise.all(workers.map((worker) => worker.ended));
    ended.abort();
  }

  #fork(): WorkerProcess {
    const worker = new WorkerProcess(this.#options.program, (from, message) =>
      this.#receive(from, message),
    );
    this.#running.add(worker);
    void worker.ended.then(() => {
      this.#running.delete(worker);
      this.#writeLock.release(worker, { gone: true });
    });
    return worker;
  }

  /** Makes the given worker, or a new one, the current one. */
  #startAs(number: number, worker = this.#fork()): WorkerProcess {
    this.#current.set(number, worker);
    worker.serveAs(number);
    return worker;
  }

  /** Keeps a fully loaded spare, since a start takes too long for a busy site. */
  #keepSpare(): void {
    if (this.#spare || this.#stopping.signal.aborted) return;
    const spare = this.#fork();
    this.#spare = spare;
    void spare.ended.then(async (ending) => {
      if (this.#spare !== spare) return;
      this.#spare = undefined;
      await this.#backOff(spare, ending);
      this.#keepSpare();
    });
  }

  #receive(worker: WorkerProcess, message: WorkerMessage): void {
    if (message.kind === "ready") this.onReady(worker);
    if (message.kind === "lock-wanted") this.#writeLock.acquire(worker);
    if (message.kind === "lock-released") this.#writeLock.release(worker);
    if (message.kind === "metrics-wanted") this.#metrics.ask(worker, this.serving);
    if (message.kind === "metrics") this.#metrics.take(worker, message.text);
  }

  /** Replaces the worker when it dies. */
  #watch(worker: WorkerProcess): void {
    void worker.ended.then((ending) => {
      const isCurrent = this.#current.get(worker.number) === worker;
      if (isCurrent && !this.#stopping.signal.aborted) void this.#replace(worker, ending);
    });
  }

  async #replace(dead: WorkerProcess, ending: Ending): Promise<void> {
    const diedAt = performance.now();
    await this.#backOff(dead, ending);
    // A roll-over may have replaced it in the meantime.
    if (this.#stopping.signal.aborted || this.#current.get(dead.number) !== dead) return;
    const spare = this.#spare;
    this.#spare = undefined;
    const worker = this.#startAs(dead.number, spare);
    this.#watch(worker);
    if ((await worker.ready) !== undefined) {
      const ms = Math.round(performance.now() - diedAt);
      this.#options.log("warn", "another worker took over", { worker: dead.number, ms });
    }
    this.#keepSpare();
  }

  /** Logs a death; delays the replacement unless it was the first. */
  async #backOff({ number, ageMs, pid }: WorkerProcess, ending: Ending): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const deaths = countDeaths(this.#deaths.get(number) ?? 0, ageMs);
    this.#deaths.set(number, deaths);
    const waitMs = restartDelayMs(deaths);
    const about = { worker: number, workerPid: pid, ...ending, waitMs };
    this.#options.log("error", "worker died; replacing it", about);
    await wait(waitMs, undefined, { signal }).catch(() => undefined);
  }

  async #rollOverAll(): Promise<void> {
    const { log } = this.#options;
    while (this.#isRollOverWanted) {
      this.#isRollOverWanted = false;
      for (const number of this.#current.keys()) {
        if (this.#stopping.signal.aborted) return;
        if (await this.#rollOverOne(number)) {
          this.#dropSpare();
          continue;
        }
        if (this.#stopping.signal.aborted) return;
        const message = "replacement worker failed to start; keeping the current workers";
        log("error", message, { worker: number });
        return;
      }
    }
    this.#keepSpare();
    log("warn", "workers replaced", { workers: this.#current.size });
  }

  /** @returns false if the new worker did not start; the old one is then kept */
  async #rollOverOne(number: number): Promise<boolean> {
    const worker = this.#fork();
    worker.serveAs(number);
    if ((await worker.ready) === undefined) return false;
    const old = this.#current.get(number);
    this.#current.set(number, worker);
    this.#watch(worker);
    if (old && this.#running.has(old)) {
      old.retire();
      await this.#untilEnded([old]);
    }
    return true;
  }

  /** The spare runs the old build. */
  #dropSpare(): void {
    const spare = this.#spare;
    this.#spare = undefined;
    spare?.end("SIGTERM");
  }

  /** Kills workers whose event loop hangs: nothing else would end them. */
  #killSilent(): void {
    for (const worker of this.#running) {
      if (!worker.isSilent() || worker.isLeaving) continue;
      const about = { worker: worker.number, workerPid: worker.pid };
      this.#options.log("error", "killed an unresponsive worker", about);
      worker.end("SIGKILL");
    }
  }
}
