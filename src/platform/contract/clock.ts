/**
 * The time of day as we write it everywhere: "9:30 am", with a zone "9:30 am MST".
 * @param at milliseconds since 1970
 */
export function formatClockIn(
  at: number,
  timeZone: string,
  parts: Pick<Intl.DateTimeFormatOptions, "second" | "timeZoneName"> = {},
): string {
  const options = { timeZone, hour: "numeric", minute: "2-digit", ...parts } as const;
  return new Intl.DateTimeFormat("en-US", options)
    .format(at)
    .replace(/\s([AP])M/, (_, half: string) => ` ${half.toLowerCase()}m`);
}

/** "Monday, November 23". @param at milliseconds since 1970 */
export function formatDayIn(at: number, timeZone: string): string {
  const options = { weekday: "long", month: "long", day: "numeric", timeZone } as const;
  return new Intl.DateTimeFormat("en-US", options).format(at);
}
