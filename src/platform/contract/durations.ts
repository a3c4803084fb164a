/** Durations in milliseconds. */

export function seconds(count: number): number {
  return count * 1000;
}

export function minutes(count: number): number {
  return seconds(count * 60);
}

export function hours(count: number): number {
  return minutes(count * 60);
}

/** Converts days of 24 hours to milliseconds. */
export function days(count: number): number {
  return hours(count * 24);
}
