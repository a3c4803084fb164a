import { office } from "../../../../brand.ts";

/* Days and times as people say them, in the company's time zone. Rendered on the server only. */

const { timeZone } = office;
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone, ...options });
const weekday = format({ weekday: "long", month: "long", day: "numeric" });
const fullDay = format({ month: "long", day: "numeric", year: "numeric" });
const clock = format({ hour: "numeric", minute: "2-digit" });
const hour = format({ hour: "2-digit", hourCycle: "h23" });
/** Canadian English writes days as ISO 8601 does. */
const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone });

/** Not from durations.ts: a module shared with the settings page would be one more file to load. */
const dayMs = 24 * 60 * 60 * 1000;

/** "today", "tomorrow", "yesterday" or "Monday, November 23". */
export function nameDay(iso: string, now: string): string {
  const days = dayNumber(iso) - dayNumber(now);
  const near: Readonly<Record<number, string>> = { [-1]: "yesterday", 0: "today", 1: "tomorrow" };
  return near[days] ?? weekday.format(new Date(iso));
}

/** "February 18, 2027". */
export function nameFullDay(iso: string): string {
  return fullDay.format(new Date(iso));
}

/** "Today at 9:12 in the morning". */
export function nameMoment(iso: string, now: string): string {
  const day = nameDay(iso, now);
  const time = clock.format(new Date(iso)).replace(/\s?[AP]M$/, "");
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} at ${time} ${partOfDay(iso)}`;
}

function partOfDay(iso: string): string {
  const hours = Number(hour.format(new Date(iso)));
  if (hours < 5) return "at night";
  if (hours < 12) return "in the morning";
  if (hours < 18) return "in the afternoon";
  return hours < 22 ? "in the evening" : "at night";
}

function dayNumber(iso: string): number {
  return Date.parse(`${isoDay.format(new Date(iso))}T00:00:00Z`) / dayMs;
}
