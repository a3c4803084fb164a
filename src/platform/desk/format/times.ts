import { office } from "../../../brand.ts";
import { formatClockIn } from "../../contract/clock.ts";
import { days } from "../../contract/durations.ts";

const { timeZone } = office;
const day = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", day: "numeric" });
const dayOfYear = new Intl.DateTimeFormat("en-US", {
  timeZone,
  month: "long",
  day: "numeric",
  year: "numeric",
});
const monthOfYear = new Intl.DateTimeFormat("en-US", { timeZone, month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" });
/** Canadian English writes days as ISO 8601 does. */
const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone });

const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" });
/** The company's time zone in words: "Mountain Time". */
export const timeZoneName =
  zone.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** The day of a time on the company's calendar: "2026-11-30". */
export function isoDayOf(at: number): string {
  return isoDay.format(at);
}

/** Days from `now` to `at` on the company's calendar: -1 is yesterday. */
export function daysFromNow(at: number, now: number): number {
  const toDay = (time: number) => Date.parse(`${isoDay.format(time)}T00:00:00Z`);
  return Math.round((toDay(at) - toDay(now)) / days(1));
}

/** The time of day: "9:12 am". The space between does not break. */
export function formatClock(at: number): string {
  return keepTogether(formatClockIn(at, timeZone));
}

/** The same with seconds: "9:12:41 am". @param iso ISO 8601 */
export function formatClockSeconds(iso: string): string {
  return keepTogether(formatClockIn(Date.parse(iso), timeZone, { second: "2-digit" }));
}

function keepTogether(time: string): string {
  return time.replace(" ", "\u00a0");
}

/** A day: "November 19, 2026". @param iso ISO 8601 */
export function formatDay(iso: string): string {
  return dayOfYear.format(new Date(iso));
}

/** A month: "November 2028". @param iso ISO 8601 */
export function formatMonthOfYear(iso: string): string {
  return monthOfYear.format(new Date(iso));
}

/** A day, with its year if that is not the current one: "October 30". @param iso ISO 8601 */
export function formatDayInYear(iso: string, now: number): string {
  return formatDayOf(Date.parse(iso), now);
}

function formatDayOf(at: number, now: number): string {
  const isThisYear = isoDay.format(at).slice(0, 4) === isoDay.format(now).slice(0, 4);
  return (isThisYear ? day : dayOfYear).format(at).replace(" ", "\u00a0");
}

/**
 * When a case was last active, as short as the list needs it: "9:12 am", "Yesterday",
 * "November 18".
 * @param iso ISO 8601
 */
export function formatShort(iso: string, now: number): string {
  const at = Date.parse(iso);
  const ahead = daysFromNow(at, now);
  if (ahead === 0) return formatClock(at);
  return ahead === -1 ? "Yesterday" : formatDayOf(at, now);
}

/** Day and time: "Today, 9:12 am", "November 18, 4:05 pm"; the next week by weekday. */
export function formatLong(iso: string, now: number): string {
  const at = Date.parse(iso);
  return `${nameDay(at, now)}, ${formatClock(at)}`;
}

/** The same with seconds: "Today, 9:12:41 am". @param iso ISO 8601 */
export function formatLongSeconds(iso: string, now: number): string {
  return `${nameDay(Date.parse(iso), now)}, ${formatClockSeconds(iso)}`;
}

/** A day as a heading: "Today, November 20", "November 18". @param iso ISO 8601 */
export function formatDayLong(iso: string, now: number): string {
  const at = Date.parse(iso);
  const [name, date] = [nameDay(at, now), formatDayOf(at, now)];
  return name === date ? date : `${name}, ${date}`;
}

function nameDay(at: number, now: number): string {
  const ahead = daysFromNow(at, now);
  if (ahead === 0) return "Today";
  if (ahead === -1) return "Yesterday";
  if (ahead === 1) return "Tomorrow";
  return ahead > 1 && ahead < 7 ? weekday.format(at) : formatDayOf(at, now);
}

/** The same within a sentence: "today at 9:12 am". */
export function formatInSentence(iso: string, now: number): string {
  const at = Date.parse(iso);
  const name = nameDay(at, now);
  const isWord = name === "Today" || name === "Yesterday" || name === "Tomorrow";
  return `${isWord ? name.toLowerCase() : `on ${name}`} at ${formatClock(at)}`;
}

/** The same after "since": "9:12 am", "yesterday at 9:12 am", "November 18 at 4:05 pm". */
export function formatSince(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (daysFromNow(at, now) === 0) return formatClock(at);
  return formatInSentence(iso, now).replace(/^on /, "");
}
