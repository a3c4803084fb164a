import { office } from "../../brand.ts";

const day = new Intl.DateTimeFormat("en-US", {
  timeZone: office.timeZone,
  year: "numeric",
  month: "long",
  day: "numeric",
});
const clock = new Intl.DateTimeFormat("en-US", {
  timeZone: office.timeZone,
  hour: "numeric",
  minute: "2-digit",
});

/** A day in the company's time zone: "November 19, 2026". @param iso ISO 8601 */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}

/** Day and time, with the words "today" and "yesterday": "Today, 9:02 AM". @param iso ISO 8601 */
export function formatMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return `${nameDay(date, now)}, ${clock.format(date)}`;
}

const dayLengthMs = 24 * 60 * 60 * 1000;

function nameDay(date: Date, now: Date): string {
  const name = day.format(date);
  if (name === day.format(now)) return "Today";
  if (name === day.format(now.getTime() - dayLengthMs)) return "Yesterday";
  return name;
}
