import { office } from "../../../brand.ts";

const { timeZone, days, opens, closes } = office;

/**
 * When an answer is due that takes so many working days: at the same time of day, counted from the
 * next working hour.
 * @param from milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function addWorkingDays(from: number, count: number): number {
  const sent = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  let time = toWorkingTime(sent);
  for (let left = count; left > 0; left -= 1) time = nextWorkingDay(time);
  return time.epochMilliseconds;
}

/** The same time if it is within working hours, else the next opening. */
function toWorkingTime(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const isWorkingDay = days.includes(time.dayOfWeek);
  if (isWorkingDay && time.hour >= opens && time.hour < closes) return time;
  const isBefore = isWorkingDay && time.hour < opens;
  const day = isBefore ? time : nextWorkingDay(time);
  return day.startOfDay().with({ hour: opens });
}

function nextWorkingDay(time: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  let next = time.add({ days: 1 });
  while (!days.includes(next.dayOfWeek)) next = next.add({ days: 1 });
  return next;
}
