import { office } from "../../../../brand.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { usualAnswerHours } from "../../contract/answer-times.ts";
import { isHoliday, type OfficeHolidays, usualHolidays } from "../../contract/holidays.ts";

const { days, opens, closes } = office;

/**
 * When an answer is due: the given number of working hours later, starting with the next one. A due
 * time at closing is moved to the next opening.
 */
export function findDueTime(
  from: number,
  workingHours: number = usualAnswerHours,
  holidays: OfficeHolidays = usualHolidays,
): number {
  let time = toWorkingTime(toOfficeTime(from), holidays);
  let left = hours(workingHours);
  for (;;) {
    const closing = time.startOfDay().with({ hour: closes });
    const today = closing.epochMilliseconds - time.epochMilliseconds;
    if (left < today) return time.epochMilliseconds + left;
    left -= today;
    time = nextWorkingDay(time, holidays).startOfDay().with({ hour: opens });
  }
}

/**
 * Working minutes between two times, rounded to whole ones.
 * @param from milliseconds since 1970, as `to`
 */
export function countWorkingMinutes(
  from: number,
  to: number,
  holidays: OfficeHolidays = usualHolidays,
): number {
  const end = toOfficeTime(to);
  let time = toWorkingTime(toOfficeTime(from), holidays);
  let milliseconds = 0;
  while (time.epochMilliseconds < end.epochMilliseconds) {
    const closing = time.startOfDay().with({ hour: closes });
    const until = Math.min(closing.epochMilliseconds, end.epochMilliseconds);
    milliseconds += until - time.epochMilliseconds;
    time = nextWorkingDay(time, holidays).startOfDay().with({ hour: opens });
  }
  return Math.round(milliseconds / minutes(1));
}

/** The same time if it is within working hours, else the next opening. */
function toWorkingTime(
  time: Temporal.ZonedDateTime,
  holidays: OfficeHolidays,
): Temporal.ZonedDateTime {
  const isWorking = isWorkingDay(time, holidays);
  if (isWorking && time.hour >= opens && time.hour < closes) return time;
  const isBefore = isWorking && time.hour < opens;
  const day = isBefore ? time : nextWorkingDay(time, holidays);
  return day.startOfDay().with({ hour: opens });
}

/** The same time on the next working day. */
export function nextWorkingDay(
  time: Temporal.ZonedDateTime,
  holidays: OfficeHolidays,
): Temporal.ZonedDateTime {
  let next = time.add({ days: 1 });
  while (!isWorkingDay(next, holidays)) next = next.add({ days: 1 });
  return next;
}

export function isWorkingDay(
  { year, month, day, dayOfWeek }: Temporal.ZonedDateTime,
  holidays: OfficeHolidays,
): boolean {
  return days.includes(dayOfWeek) && !isHoliday({ year, month, day }, holidays);
}
