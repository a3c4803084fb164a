import { office } from "../../../../brand.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import type { CallTime } from "../../contract/calls.ts";
import { bestTimes, callBackForm } from "../../contract/forms/call-back.ts";
import type { OfficeHolidays } from "../../contract/holidays.ts";
import { type AnswerRules, dueByRules } from "../cases/answer-times.ts";
import { isWorkingDay, nextWorkingDay } from "../cases/working-time.ts";

/** When to call, in milliseconds since 1970. */
export interface CallWindow {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isAnyTime: boolean;
}

/** Of the time that the person chose, less is too short for a call on the same day. */
const minLeftMs = hours(1);

/** When to call, by what the person chose: at the next such hours of a working day. */
export function askedTime(
  { bestTime = "" }: Readonly<Record<string, string | undefined>>,
  from: number,
  rules: AnswerRules,
): CallWindow {
  const asked = bestTimes[bestTime];
  if (!asked) {
    const endsAt = dueByRules(rules, callBackForm.collection, from);
    return { startsAt: from, endsAt, isAnyTime: true };
  }
  let day = toOfficeTime(from);
  const endOf = (time: Temporal.ZonedDateTime) => time.startOfDay().with({ hour: asked.closes });
  const isOver = endOf(day).epochMilliseconds < from + minLeftMs;
  if (isOver || !isWorkingDay(day, rules.holidays)) day = nextWorkingDay(day, rules.holidays);
  return {
    startsAt: day.startOfDay().with({ hour: asked.opens }).epochMilliseconds,
    endsAt: endOf(day).epochMilliseconds,
    isAnyTime: false,
  };
}

/** When to try again: at the same hours of the next working day. */
export function nextTry(
  { startsAt, endsAt, isAnyTime }: CallWindow,
  now: number,
  holidays: OfficeHolidays,
): CallWindow {
  const day = nextWorkingDay(toOfficeTime(now), holidays);
  const [from, until] = isAnyTime
    ? [{ hour: office.opens }, { hour: office.closes }]
    : [toOfficeTime(startsAt).toPlainTime(), toOfficeTime(endsAt).toPlainTime()];
  const at = (time: Temporal.PlainTimeLike) => day.withPlainTime(time).epochMilliseconds;
  return { startsAt: at(from), endsAt: at(until), isAnyTime };
}

/** A time that staff chose. @throws ApiError "invalid" if it is over, or ends before it begins */
export function readCallTime({ day, from, until }: CallTime, now: number): CallWindow {
  const at = (time: string) =>
    Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone: office.timeZone,
      plainTime: Temporal.PlainTime.from(time),
    }).epochMilliseconds;
  const window = { startsAt: at(from), endsAt: at(until), isAnyTime: false };
  if (window.endsAt <= window.startsAt) {
    throw new ApiError("invalid", { fields: { until: "Choose an end after the beginning." } });
  }
  if (window.endsAt <= now) {
    throw new ApiError("invalid", { fields: { day: "Choose a time that is not over." } });
  }
  return window;
}

/** End of the office hours of a day. @throws ApiError "invalid" if it is over */
export function endOfOfficeDay(day: string, now: number): number {
  const end = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: office.timeZone,
    plainTime: { hour: office.closes },
  }).epochMilliseconds;
  if (end <= now) throw new ApiError("invalid", { fields: { day: "Choose a later day." } });
  return end;
}
