import { office, phoneTimes } from "../../../../brand.ts";
import { formatClockIn } from "../../../../platform/contract/clock.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { isHoliday, type OfficeHolidays } from "../../../messages/contract/holidays.ts";

const { days, opens, closes, closesOnHolidays } = phoneTimes;

/** How soon staff look at what somebody asked for, in hours in which the phone is answered. */
const lookHours = 1;

/** When staff have looked at a request that comes in now. @param now milliseconds since 1970 */
export function findLookTime(now: number, holidays: OfficeHolidays): number {
  const isOpenOn = ({ year, month, day, dayOfWeek }: Temporal.ZonedDateTime) =>
    days.includes(dayOfWeek) && !(closesOnHolidays && isHoliday({ year, month, day }, holidays));
  let time = toOfficeTime(now);
  if (isOpenOn(time) && time.hour >= opens && time.hour < closes) {
    const due = time.add({ hours: lookHours });
    const closing = time.startOfDay().with({ hour: closes });
    if (Temporal.ZonedDateTime.compare(due, closing) <= 0) return due.epochMilliseconds;
  }
  if (!isOpenOn(time) || time.hour >= opens) time = time.add({ days: 1 });
  while (!isOpenOn(time)) time = time.add({ days: 1 });
  return time.startOfDay().with({ hour: opens }).add({ hours: lookHours }).epochMilliseconds;
}

/** "today by 3:40 pm", "tomorrow by 8:00 am", "on Friday by 8:00 am"; "soon" once it is over. */
export function describeLook(due: number, now: number): string {
  if (due <= now) return "soon";
  const [then, today] = [toOfficeTime(due), toOfficeTime(now)];
  const ahead = then.toPlainDate().since(today.toPlainDate()).days;
  const weekday = then.toLocaleString("en-US", { weekday: "long" });
  const day = ahead === 0 ? "today" : ahead === 1 ? "tomorrow" : `on ${weekday}`;
  return `${day} by ${formatClockIn(due, office.timeZone)}`;
}
