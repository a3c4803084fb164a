import type { FastifyInstance } from "fastify";
import { phoneTimes } from "../../../../brand.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { isHoliday, type OfficeHolidays, usualHolidays } from "../../contract/holidays.ts";
import { readHolidays } from "../cases/office-holidays.ts";

const { days, opens, closes, closesOnHolidays } = phoneTimes;

/** When the phone is next answered: "7 am", "tomorrow, 7 am", "Friday, 7 am"; "" while it is. */
export function phoneOpensAt(now: number, holidays: OfficeHolidays = usualHolidays): string {
  const time = toOfficeTime(now);
  const isOpenOn = ({ year, month, day, dayOfWeek }: Temporal.ZonedDateTime) =>
    days.includes(dayOfWeek) && !(closesOnHolidays && isHoliday({ year, month, day }, holidays));
  const isOpenToday = isOpenOn(time);
  if (isOpenToday && time.hour >= opens && time.hour < closes) return "";
  let next = time.hour < opens ? time : time.add({ days: 1 });
  while (!isOpenOn(next)) next = next.add({ days: 1 });
  const clock = `${opens % 12 || 12} ${opens < 12 ? "am" : "pm"}`;
  const daysLeft = next.toPlainDate().since(time.toPlainDate()).days;
  if (daysLeft === 0 || (daysLeft === 1 && time.hour >= closes)) return clock;
  if (daysLeft === 1) return `tomorrow, ${clock}`;
  return `${next.toLocaleString("en-US", { weekday: "long" })}, ${clock}`;
}

export function registerPhoneHours(app: FastifyInstance, context: AppContext): void {
  const { database, now, pages } = context;
  let holidays = usualHolidays;
  let minute = -1;
  let text = "";

  async function refresh(): Promise<void> {
    try {
      holidays = await readHolidays(database.db);
      text = phoneOpensAt(now(), holidays);
    } catch {
      // The holidays known so far count; the next minute tries again.
    }
  }
  app.addHook("onReady", refresh);
  pages.files.phoneOpens = () => {
    const current = Math.floor(now() / minutes(1));
    if (current !== minute) {
      minute = current;
      text = phoneOpensAt(now(), holidays);
      void refresh();
    }
    return text;
  };
}
