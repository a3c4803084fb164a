import { minutes, seconds } from "../platform/durations.ts";

/** A worker that lived so long died of something new, in milliseconds. */
const healthyMs = minutes(1);
const maxWaitMs = seconds(30);

/** Deaths in a row after one more. @param ageMs how long the worker lived, in milliseconds */
export function countDeaths(before: number, ageMs: number): number {
  return ageMs < healthyMs ? before + 1 : 1;
}

/**
 * How long its successor waits, in milliseconds: not at all after the first death, since one crash
 * says little, then 1 s, doubled each time up to 30 s.
 */
export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(seconds(1) * 2 ** (deaths - 2), maxWaitMs);
}
