import { office } from "../../../brand.ts";

/** A time on the company's clock. @param time milliseconds since 1970 */
export function toOfficeTime(time: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(office.timeZone);
}

/** The company's day at a time, milliseconds since 1970. */
export function dayOf(time: number): Temporal.PlainDate {
  return toOfficeTime(time).toPlainDate();
}

/** When a day begins in the company's time zone, milliseconds since 1970. */
export function startOf(day: Temporal.PlainDate): number {
  return day.toZonedDateTime(office.timeZone).epochMilliseconds;
}
