/** A day of the calendar; months count from 1. */
interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The same date each year; observed on Friday if it is a Saturday, on Monday if it is a Sunday. */
interface FixedHoliday {
  readonly month: number;
  readonly day: number;
}

/** A day of the week in a month: 1 is Monday; the first is 1, the last -1. */
interface WeekdayHoliday {
  readonly month: number;
  readonly weekday: number;
  readonly nth: number;
}

/**
 * The holidays of the United States (5 U.S.C. 6103), on which the office is closed. Inauguration Day
 * is none: only federal offices around Washington close.
 */
const holidays: Readonly<Record<string, FixedHoliday | WeekdayHoliday>> = {
  "New Year’s Day": { month: 1, day: 1 },
  "Martin Luther King Jr. Day": { month: 1, weekday: 1, nth: 3 },
  "Washington’s Birthday": { month: 2, weekday: 1, nth: 3 },
  "Memorial Day": { month: 5, weekday: 1, nth: -1 },
  Juneteenth: { month: 6, day: 19 },
  "Independence Day": { month: 7, day: 4 },
  "Labor Day": { month: 9, weekday: 1, nth: 1 },
  "Columbus Day": { month: 10, weekday: 1, nth: 2 },
  "Veterans Day": { month: 11, day: 11 },
  "Thanksgiving Day": { month: 11, weekday: 4, nth: 4 },
  "Christmas Day": { month: 12, day: 25 },
};

/** Days since 1970 of the holidays observed for a year; those of January 1 may be in December. */
const observed = new Map<number, ReadonlySet<number>>();

/** Whether the office is closed for a holiday on a day. */
export function isHoliday(day: Day): boolean {
  const number = numberOf(day.year, day.month, day.day);
  return observedIn(day.year).has(number) || observedIn(day.year + 1).has(number);
}

function observedIn(year: number): ReadonlySet<number> {
  const known = observed.get(year);
  if (known) return known;
  const days = new Set(
    Object.values(holidays).map((one) => ("day" in one ? fixed(year, one) : nth(year, one))),
  );
  observed.set(year, days);
  return days;
}

function fixed(year: number, { month, day }: FixedHoliday): number {
  const number = numberOf(year, month, day);
  const weekday = weekdayOf(number);
  if (weekday === 6) return number - 1;
  return weekday === 7 ? number + 1 : number;
}

function nth(year: number, { month, weekday, nth: count }: WeekdayHoliday): number {
  if (count < 0) {
    const last = numberOf(year, month + 1, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = numberOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1);
}

/** Days since January 1, 1970, which was a Thursday. */
function numberOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** 1 is Monday. */
function weekdayOf(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}
