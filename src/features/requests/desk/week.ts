import { weekdayOf } from "../../../platform/desk/format/days.ts";

/** @param day YYYY-MM-DD */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** The Monday of a day's week. @param day YYYY-MM-DD */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** The week in the URL, as its Monday; undefined without one. */
export function readWeek(search: URLSearchParams): string | undefined {
  const day = search.get("week") ?? "";
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  return isDay ? mondayOf(day) : undefined;
}
