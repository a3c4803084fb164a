import { minutes, seconds } from "../../contract/durations.ts";

/** A worker that lived this long was healthy: its death starts a new count. In milliseconds. */
const healthyMs = minutes(1);
const maxWaitMs = seconds(30);

/** The new number of deaths in a row. @param ageMs how long the worker lived, in milliseconds */
export function countDeaths(before: number, ageMs: number): number {
  return ageMs < healthyMs ? before + 1 : 1;
}

/**
 * The delay before a replacement starts, in milliseconds: none after the first death, then 1 s,
 * doubled each time up to 30 s.
 */
export function restartDelayMs(deaths: number): number {
  return deaths <= 1 ? 0 : Math.min(seconds(1) * 2 ** (deaths - 2), maxWaitMs);
}
