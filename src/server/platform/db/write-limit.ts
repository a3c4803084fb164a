import { ApiError } from "../api-error.ts";

/** Longest time that a new write may expect to wait for its commit, in milliseconds. */
const maxExpectedWaitMs = 250;

/** So many pending writes are always taken, however slow the disk: they fit one commit. */
export const alwaysAcceptedWrites = 256;

/** Shorter queues say nothing about the speed under load, since a commit costs the same for few. */
const minMeasuredQueue = 64;
/** How much the latest measurement counts against all before it. */
const weightOfLatest = 0.1;

/** When a write entered the queue, and behind how many others. */
export interface QueuedWrite {
  readonly enteredAt: number;
  readonly position: number;
}

/**
 * Keeps the queue of writes short. How long a new one would wait is known from how long the
 * latest ones waited behind how many others, and from how long ago the last one was done.
 */
export class WriteLimit {
  #pending = 0;
  #rejected = 0;
  #msPerWrite = 0;
  #progressAt = 0;

  /** Writes that were turned away since the start. */
  get rejected(): number {
    return this.#rejected;
  }

  /** @throws ApiError "busy" when the write would wait for too long */
  enter(): QueuedWrite {
    const now = performance.now();
    if (this.#pending === 0) this.#progressAt = now;
    if (this.#pending >= alwaysAcceptedWrites && this.#expectedWait(now) > maxExpectedWaitMs) {
      this.#rejected += 1;
      throw new ApiError("busy");
    }
    this.#pending += 1;
    return { enteredAt: now, position: this.#pending };
  }

  /** @param done writes of one commit, the last to enter last; stored or failed */
  leave(...done: readonly QueuedWrite[]): void {
    const now = performance.now();
    this.#pending -= done.length;
    this.#progressAt = now;
    const last = done.at(-1);
    if (!last || last.position < minMeasuredQueue) return;
    const measured = (now - last.enteredAt) / last.position;
    this.#msPerWrite += (measured - this.#msPerWrite) * weightOfLatest;
  }

  #expectedWait(now: number): number {
    return Math.max(this.#pending * this.#msPerWrite, now - this.#progressAt);
  }
}
