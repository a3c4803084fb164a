import { office } from "../../../brand.ts";
import { formatDate } from "../../contract/facts.ts";

/** A time in the company's time zone. @param time milliseconds since 1970 */
export function toOfficeTime(time: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(office.timeZone);
}

/** The company's day at a time in milliseconds since 1970. */
export function dayOf(time: number): Temporal.PlainDate {
  return toOfficeTime(time).toPlainDate();
}

/** The start of a day in the company's time zone, milliseconds since 1970. */
export function startOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(office.timeZone).epochMilliseconds;
}

/** The company's day in words: "June 27, 2025". @param time milliseconds since 1970 */
export function formatDayOf(time: number): string {
  return formatDate(dayOf(time).toString());
}
