/**
 * Clocks are set back: by time synchronization, by hand, when a virtual machine resumes; and
 * the clocks of several nodes never agree. A time ahead of ours counts as now, so that nothing
 * that compares times waits for the clock to catch up.
 */

import { minutes } from "./durations.ts";

/** How far the clocks of two nodes may be apart without one of them being wrong, in milliseconds. */
export const maxClockSkewMs = minutes(5);

/** Milliseconds since a time; 0 for one that is still to come. */
export function elapsedMs(since: number, now: number): number {
  return Math.max(0, now - since);
}

/** Milliseconds since 1970: after one, up to the other. */
export interface RecentSpan {
  readonly since: number;
  readonly until: number;
}

/**
 * The span in which something counts as recent: rows dated later come from before a step of
 * the clock, and would otherwise count for as long as the step was.
 * @param windowMs how far back, in milliseconds
 */
export function recentSpan(now: number, windowMs: number): RecentSpan {
  return { since: now - windowMs, until: now + maxClockSkewMs };
}

/** Notices that the clock was set back, for work that is done at intervals. */
export class StepBackDetector {
  #latest = Number.POSITIVE_INFINITY;

  /**
   * Runs the repair when the clock shows less than the last time, and again until it has
   * succeeded. The first time it runs as well: what happened to the clock while the server was
   * off is not known.
   */
  async repairIfSetBack(now: number, repair: () => Promise<void>): Promise<void> {
    if (now < this.#latest) await repair();
    this.#latest = now;
  }
}
