/**
 * Clocks are set back by time synchronization, by hand, or when a virtual machine resumes; and the
 * clocks of several nodes always differ. A time in the future counts as now, so that nothing is
 * delayed until the clock catches up.
 */

import { minutes } from "../contract/durations.ts";

/** Maximum normal difference between the clocks of two nodes, in milliseconds. */
export const maxClockSkewMs = minutes(5);

/** Milliseconds since a time; 0 for a time in the future. */
export function elapsedMs(since: number, now: number): number {
  return Math.max(0, now - since);
}

/** Milliseconds since 1970: after `since`, up to `until`. */
export interface RecentSpan {
  readonly since: number;
  readonly until: number;
}

/**
 * The span in which a row counts as recent. Rows with later times were written before the clock was
 * set back, and would otherwise count until it catches up.
 * @param windowMs length of the span, in milliseconds
 */
export function recentSpan(now: number, windowMs: number): RecentSpan {
  return { since: now - windowMs, until: now + maxClockSkewMs };
}

/** Detects that the clock was set back, for periodic work. */
export class StepBackDetector {
  #latest = Number.POSITIVE_INFINITY;

  /**
   * Runs the repair if `now` is earlier than at the previous call, and retries until it succeeds.
   * Also runs at the first call, since the clock may have been set back while the server was down.
   */
  async repairIfSetBack(now: number, repair: () => Promise<void>): Promise<void> {
    if (now < this.#latest) await repair();
    this.#latest = now;
  }
}
