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
  readQueueLagMs,
  repairTasks,
  type Task,
} from "./queue.ts";

/** What is done with the tasks of a queue. */
export interface QueueWork<T extends QueueTable> extends Omit<JobDefinition, "run" | "readLagMs"> {
  readonly queue: Queue<T>;
  /** Tasks worked on at once by this node. */
  readonly maxConcurrent: number;
  /** Does a task and settles it. @returns whether the try succeeded */
  perform(task: Task<T>): Promise<boolean>;
}

export interface QueueContext {
  readonly database: DatabaseClient;
  readonly jobs: Jobs;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Works on the due tasks of a queue, several at once. */
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

  /** Looks for due tasks at intervals, and at once when one is finished. */
  start(): void {
    const { queue, maxConcurrent: _, perform: __, ...definition } = this.#work;
    const { jobs, database, now } = this.#context;
    this.#job = jobs.start(
      {
        ...definition,
        run: () => this.startDueTasks(),
        readLagMs: () => readQueueLagMs(queue, database, now()),
      },
      this.#log,
    );
  }

  /** Tasks in progress on this node. */
  get inProgress(): number {
    return this.#inProgress.size;
  }

  /** Looks for due tasks after this time at the latest, in milliseconds. */
  wake(ms: number): void {
    this.#job?.wake(ms);
  }

  /** Claims no more tasks and finishes those in progress. */
  async stop(): Promise<void> {
    await this.#job?.stop();
    await this.drain();
  }

  /** Waits for the tasks in progress. */
  async drain(): Promise<void> {
    await Promise.all(this.#inProgress);
  }

  /**
   * Claims as many due tasks as there is room for and starts them.
   * @returns how many
   */
  async startDueTasks(): Promise<number> {
    const { queue, maxConcurrent } = this.#work;
    const { database, now } = this.#context;
    // A task in progress keeps its lease, or another node would repeat it.
    if (this.inProgress === 0) {
      await this.#clock.repairIfSetBack(now(), () => repairTasks(queue, database, now()));
    }
    const free = maxConcurrent - this.inProgress;
    const tasks = free > 0 ? await claimTasks(queue, database, free, now()) : [];
    for (const task of tasks) {
      const done = this.#perform(task).finally(() => {
        this.#inProgress.delete(done);
        // More may be due than there was room for.
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
      // The lease ends, and the task is repeated under the same id.
      const { id, attempts } = task;
      const about = { job: name, task: id, attempts, code: errorCodeOf(error) };
      this.#log.error(about, "the outcome of a task could not be saved");
    }
    if (!succeeded && this.#job) this.#job.failures += 1;
  }
}
