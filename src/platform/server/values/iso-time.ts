/** @param time milliseconds since 1970 */
export function isoTime(time: number): string {
  return new Date(Number(time)).toISOString();
}

export function timeOrNull(time: number | null): string | null {
  return time === null ? null : isoTime(time);
}
