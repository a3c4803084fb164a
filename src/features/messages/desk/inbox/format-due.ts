import { office } from "../../../../brand.ts";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { daysFromNow, formatClock } from "../../../../platform/desk/format/times.ts";

const { timeZone } = office;
const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" });
const day = new Intl.DateTimeFormat("en-US", { timeZone, month: "short", day: "numeric" });

/**
 * When an answer is due, as short as a row of the list: "2 days late", "56 min left", "by 3:00 pm"
 * today, "Mon 9:58 am", "Dec 3".
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function formatDue(iso: string, now: number): string {
  const at = Date.parse(iso);
  const left = at - now;
  if (left < 0) return `${formatSpan(-left)} late`;
  if (left < hours(1)) return `${formatSpan(left)} left`;
  if (daysFromNow(at, now) === 0) return `by ${formatClock(at)}`;
  if (left < days(6)) return `${weekday.format(at)} ${formatClock(at)}`;
  return day.format(at);
}

/**
 * How long ago, as short as a row of the list: "52 min", "23 h", "8 days".
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function formatAge(iso: string, now: number): string {
  return formatSpan(Math.max(0, now - Date.parse(iso)));
}

/** A duration in its largest unit, rounded down. @param span milliseconds */
function formatSpan(span: number): string {
  if (span < hours(1)) return `${Math.floor(span / minutes(1))} min`;
  if (span < days(1)) return `${Math.floor(span / hours(1))} h`;
  const count = Math.floor(span / days(1));
  return count === 1 ? "1 day" : `${count} days`;
}
