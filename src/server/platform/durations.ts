/** Durations in milliseconds, as clocks and timers count them. */

/** So many seconds, in milliseconds. */
export function seconds(count: number): number {
  return count * 1000;
}

/** So many minutes, in milliseconds. */
export function minutes(count: number): number {
  return seconds(count * 60);
}

/** So many hours, in milliseconds. */
export function hours(count: number): number {
  return minutes(count * 60);
}

/** So many days of 24 hours, in milliseconds. */
export function days(count: number): number {
  return hours(count * 24);
}
