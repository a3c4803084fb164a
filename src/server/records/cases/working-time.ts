import { office } from "../../../brand.ts";

const { timeZone, days, opens, closes } = office;

/**
 * When an answer is due: one working day later at the same time of day, counted from the next
 * working hour (`brand.answerTime`).
 * @param from milliseconds since 1970
 * @returns milliseconds since 1970
 */
export function findDueTime(from: number): number {
  const sent = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  return nextWorkingDay(toWorkingTime(sent)).epochMilliseconds;
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
