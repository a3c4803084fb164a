import { office } from "../../../../brand.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { formatSpan } from "../../../../platform/desk/format/durations.ts";
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
