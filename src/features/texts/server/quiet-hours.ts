import { textHours } from "../contract/consent.ts";

/**
 * The first time at or after `now` at which texts may be sent, in milliseconds since 1970.
 * @param timeZone IANA name, of the place of the person
 */
export function nextTextTime(now: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const { from, until } = textHours;
  if (local.hour >= from && local.hour < until) return now;
  const day = local.toPlainDate().add({ days: local.hour < from ? 0 : 1 });
  const plainTime = new Temporal.PlainTime(from);
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
