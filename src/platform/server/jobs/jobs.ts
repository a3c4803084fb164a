import { AsyncResource } from "node:async_hooks";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { minutes } from "../../contract/durations.ts";
import { OutageLog } from "../http/errors/outage-log.ts";
import { errorCodeOf, findOutage } from "../http/errors/outages.ts";
import type { Metric } from "../http/metrics.ts";
import { inSpan } from "../tracing/spans.ts";
import type { ClockGuard } from "./clock-guard.ts";

export interface JobDefinition {
  /** For logs and metrics: "account-sweep". */
  readonly name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  readonly everyMs: number | (() => number);
  /**
   * Whether it deletes, gives up or completes something because of its age: then it waits while the
   * clock is in doubt.
   */
  readonly needsTrueClock: boolean;
  /** Time to the first run, in milliseconds; 0 by default. */
  readonly firstAfterMs?: number;
  /** @param signal aborted when the job stops */
  run(signal: AbortSignal): Promise<unknown>;
  /** The lag of the work, in milliseconds; by default, how long a successful run is overdue. */
  readLagMs?(): Promise<number>;
  /** Only queues: age of the oldest task that was due and is not done, in milliseconds. */
  readOldestMs?(): Promise<number>;
}

/** How soon a job that waits for the clock looks again, in milliseconds. */
const clockWaitMs = minutes(1);

/** A running job. Its runs never overlap, and it never keeps the process alive. */
export class Job {
  /** Failed runs and failed tasks since the start. */
  failures = 0;
  readonly #definition: JobDefinition;
  readonly #log: FastifyBaseLogger;
  readonly #outages: OutageLog;
  readonly #isClockTrusted: () => Promise<boolean>;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Times of `performance.now()`: when the next run starts, and when the next success is due. */
  #nextRunAt = Number.POSITIVE_INFINITY;
  #successDueAt: number;

  constructor(
    definition: JobDefinition,
    log: FastifyBaseLogger,
    outages: OutageLog,
    isClockTrusted: () => Promise<boolean>,
  ) {
    this.#definition = definition;
    this.#isClockTrusted = isClockTrusted;
    this.#log = log;
    this.#outages = outages;
    const { firstAfterMs = 0 } = definition;
    this.#successDueAt = performance.now() + firstAfterMs;
    this.wake(firstAfterMs);
  }

  /** Whether it waits while the clock is in doubt. */
  get needsTrueClock(): boolean {
    return this.#definition.needsTrueClock;
  }

  /** Starts the next run within this time, in milliseconds. */
  wake(ms = 0): void {
    const at = performance.now() + ms;
    if (at >= this.#nextRunAt) return;
    this.#nextRunAt = at;
    if (!this.#running) this.#setTimer();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** The lag of the work, in milliseconds. */
  async readLagMs(): Promise<number> {
    const { readLagMs } = this.#definition;
    return readLagMs ? readLagMs() : Math.max(0, performance.now() - this.#successDueAt);
  }

  /** Age of the oldest unfinished task, in milliseconds; undefined for a job without a queue. */
  async readOldestMs(): Promise<number | undefined> {
    return this.#definition.readOldestMs?.();
  }

  // Bound to the initial context: a timer set inside a transaction would count as part of it.
  readonly #setTimer = AsyncResource.bind(() => {
    clearTimeout(this.#timer);
    if (this.#stopping.signal.aborted) return;
    const ms = Math.max(0, this.#nextRunAt - performance.now());
    this.#timer = setTimeout(() => this.#start(), ms).unref();
  });

  get #waitMs(): number {
    const { everyMs } = this.#definition;
    return typeof everyMs === "function" ? everyMs() : everyMs;
  }

  #start(): void {
    this.#nextRunAt = Number.POSITIVE_INFINITY;
    let waitMs: number | undefined;
    this.#running = this.#run()
      .then((isDone) => {
        if (!isDone) waitMs = clockWaitMs;
      })
      .finally(() => {
        this.#running = undefined;
        this.wake(Math.min(this.#waitMs, waitMs ?? Number.POSITIVE_INFINITY));
        this.#setTimer();
      });
  }

  /** @returns false if it waits for the clock */
  async #run(): Promise<boolean> {
    const { name, run, needsTrueClock } = this.#definition;
    const { signal } = this.#stopping;
    try {
      if (needsTrueClock && !(await this.#isClockTrusted())) {
        // Not late: the clock has an alert of its own.
        this.#successDueAt = performance.now() + this.#waitMs;
        return false;
      }
      await inSpan({ name: `job ${name}`, kind: "root" }, () => run(signal));
      this.#successDueAt = performance.now() + this.#waitMs;
    } catch (error) {
      if (signal.aborted) return true;
      this.failures += 1;
      const code = errorCodeOf(error);
      const log = () => this.#log.error({ job: name, code }, "background job failed");
      if (findOutage(error)) this.#outages.note(code, log);
      else log();
    }
    return true;
  }
}

interface JobsChoices {
  readonly isEnabled?: boolean;
  readonly clock?: Pick<ClockGuard, "isTrusted">;
}

export class Jobs {
  readonly #jobs = new Map<string, Job>();
  readonly #isEnabled: boolean;
  readonly #clock: Pick<ClockGuard, "isTrusted"> | undefined;
  /** One for all jobs: they fail together when the database does. */
  #outages: OutageLog | undefined;

  /** @param choices without `clock`, the clock is always trusted */
  constructor({ isEnabled = true, clock }: JobsChoices = {}) {
    this.#isEnabled = isEnabled;
    this.#clock = clock;
  }

  /** Whether the clock is trusted: work that gives up because of an age asks first. */
  async isClockTrusted(): Promise<boolean> {
    return this.#clock?.isTrusted() ?? true;
  }

  /** Names of the jobs, by whether they wait while the clock is in doubt. */
  get needTrueClock(): Readonly<Record<string, boolean>> {
    return Object.fromEntries([...this.#jobs].map(([name, job]) => [name, job.needsTrueClock]));
  }

  /** @returns a job that never runs if jobs are disabled */
  start(definition: JobDefinition, log: FastifyBaseLogger): Job {
    this.#outages ??= new OutageLog(log);
    const job = new Job(definition, log, this.#outages, () => this.isClockTrusted());
    if (this.#isEnabled) this.#jobs.set(definition.name, job);
    else void job.stop();
    return job;
  }

  async readMetrics(): Promise<Metric[]> {
    // Not `job`: Prometheus gives every sample a label of that name.
    const jobs = [...this.#jobs].map(([name, job]) => ({ job, labels: { name } }));
    const lags = await Promise.all(
      jobs.map(async ({ job, labels }): Promise<Metric[]> => {
        // A database that does not respond must not hide the other metrics.
        const ms = await job.readLagMs().catch(() => undefined);
        if (ms === undefined) return [];
        return [{ type: "gauge", name: "job_lag_seconds", labels, value: ms / 1000 }];
      }),
    );
    const oldest = await Promise.all(
      jobs.map(async ({ job, labels }): Promise<Metric[]> => {
        const ms = await job.readOldestMs().catch(() => undefined);
        if (ms === undefined) return [];
        return [{ type: "gauge", name: "queue_oldest_seconds", labels, value: ms / 1000 }];
      }),
    );
    const failures = jobs.map(
      ({ job, labels }): Metric => ({
        type: "counter",
        name: "job_failures_total",
        labels,
        value: job.failures,
      }),
    );
    return [...lags.flat(), ...oldest.flat(), ...failures];
  }
}

/**
 * Starts work once the server listens and stops it before the server closes. A server that closes
 * early waits for a start in progress, and starts nothing afterwards.
 * @param start returns a function that stops the work, if needed
 */
export function runWhileListening(
  app: FastifyInstance,
  start: () => Promise<(() => Promise<unknown>) | undefined>,
): void {
  let isClosing = false;
  let started: ReturnType<typeof start> | undefined;
  app.addHook("onListen", async () => {
    // Fastify runs these hooks sequentially, and may have closed in the meantime.
    if (isClosing) return;
    started = start();
    await started;
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    // Fastify has logged a failed start.
    const stop = await started?.catch(() => undefined);
    await stop?.();
  });
}

/** Runs jobs while the server listens; closing waits for the runs in progress. */
export function registerJobs(
  app: FastifyInstance,
  { jobs }: { readonly jobs: Jobs },
  definitions: readonly JobDefinition[],
): void {
  runWhileListening(app, async () => {
    const started = definitions.map((definition) => jobs.start(definition, app.log));
    return () => Promise.all(started.map((job) => job.stop()));
  });
}
