import type { FastifyBaseLogger } from "fastify";
import { StepBackDetector } from "../clock.ts";
import type { DatabaseClient } from "../db/client.ts";
import { errorCodeOf } from "../http/errors/outages.ts";
import { inSpan } from "../tracing/spans.ts";
import type { Job, JobDefinition, Jobs } from "./jobs.ts";
import {
  claimTasks,
  type Queue,
  type QueueTable,
  readOldestTaskMs,
  readQueueLagMs,
  repairTasks,
  type Task,
} from "./queue.ts";

export interface QueueWork<T extends QueueTable>
  extends Omit<JobDefinition, "run" | "readLagMs" | "readOldestMs"> {
  readonly queue: Queue<T>;
  readonly maxConcurrent: number;
  /** Performs a task and stores its outcome. @returns whether the attempt succeeded */
  perform(task: Task<T>): Promise<boolean>;
}

export interface QueueContext {
  readonly database: DatabaseClient;
  readonly jobs: Jobs;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Processes the due tasks of a queue concurrently. */
export class QueueWorker<T extends QueueTable> {
  readonly #work: QueueWork<T>;
  readonly #context: QueueContext;
  readonly #log: FastifyBaseLogger;
  readonly #clock = new StepBackDetector();
  readonly #inProgress = new Set<Promise<void>>();
  #job: Job | undefined;

  constructor(work: QueueWork<T>, context: QueueContext, log: FastifyBaseLogger) {
    this.#work = work;
    this.#context = context;
    this.#log = log;
  }

  /** Polls for due tasks at intervals, and immediately after each finished task. */
  start(): void {
    const { queue, maxConcurrent: _, perform: __, ...definition } = this.#work;
    const { jobs, database, now } = this.#context;
    this.#job = jobs.start(
      {
        ...definition,
        run: () => this.startDueTasks(),
        readLagMs: () => readQueueLagMs(queue, database, now()),
        readOldestMs: () => readOldestTaskMs(queue, database, now()),
      },
      this.#log,
    );
  }

  get inProgress(): number {
    return this.#inProgress.size;
  }

  /** Polls for due tasks within this time, in milliseconds. */
  wake(ms: number): void {
    this.#job?.wake(ms);
  }

  async stop(): Promise<void> {
    await this.#job?.stop();
    await this.drain();
  }

  async drain(): Promise<void> {
    await Promise.all(this.#inProgress);
  }

  /**
   * Claims due tasks up to the concurrency limit and starts them.
   * @returns the number of started tasks
   */
  async startDueTasks(): Promise<number> {
    const { queue, maxConcurrent } = this.#work;
    const { database, now } = this.#context;
    // Not while a task is in progress: it must keep its lease, or another node would repeat it.
    if (this.inProgress === 0) {
      await this.#clock.repairIfSetBack(now(), () => repairTasks(queue, database, now()));
    }
    const free = maxConcurrent - this.inProgress;
    const tasks = free > 0 ? await claimTasks(queue, database, free, now()) : [];
    for (const task of tasks) {
      const done = this.#perform(task).finally(() => {
        this.#inProgress.delete(done);
        // More tasks may be due than could be claimed.
        this.wake(0);
      });
      this.#inProgress.add(done);
    }
    return tasks.length;
  }

  async #perform(task: Task<T>): Promise<void> {
    const { name, perform } = this.#work;
    let succeeded = false;
    try {
      succeeded = await inSpan({ name: `task ${name}`, kind: "root" }, () => perform(task));
    } catch (error) {
      // The lease expires, and the task is repeated with the same ID.
      const { id, attempts } = task;
      const about = { job: name, task: id, attempts, code: errorCodeOf(error) };
      this.#log.error(about, "the outcome of a task could not be saved");
    }
    if (!succeeded && this.#job) this.#job.failures += 1;
  }
}
