import { ApiError } from "../api-error.ts";

/** Maximum expected wait of a new write for its commit, in milliseconds. */
const maxExpectedWaitMs = 250;

/** Pending writes that are always accepted, however slow the disk is: they fit one commit. */
export const alwaysAcceptedWrites = 256;

/** Shorter queues are not measured, since a commit of a few writes costs the same. */
const minMeasuredQueue = 64;
/** Weight of the latest measurement in the moving average. */
const weightOfLatest = 0.1;

/** When a write was queued, and its position. */
export interface QueuedWrite {
  readonly enteredAt: number;
  readonly position: number;
}

/**
 * Limits the queue of writes. Estimates a new write's wait from the waits and positions of the
 * latest writes, and from the time since the last commit.
 */
export class WriteLimit {
  #pending = 0;
  #rejected = 0;
  #msPerWrite = 0;
  #progressAt = 0;

  /** Writes rejected since the start. */
  get rejected(): number {
    return this.#rejected;
  }

  /** @throws ApiError "busy" if the write would wait too long */
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

  /** @param done writes of one commit in order of entry, stored or failed */
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
