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
 * The holidays of the United States (5 U.S.C. 6103), of which the desk's settings pick. Inauguration Day
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

/** Names of the federal holidays, in the order of the year. */
export const federalHolidays: readonly string[] = Object.keys(holidays);

/** A day on which the office is closed besides the federal holidays. */
interface OwnHoliday {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly name: string;
}

/** The days on which the office is closed, besides its weekends. */
export interface OfficeHolidays {
  /** The federal holidays that count: of `federalHolidays`. */
  readonly federal: readonly string[];
  readonly own: readonly OwnHoliday[];
}

/** What counts as long as nobody has chosen: every federal holiday. */
export const usualHolidays: OfficeHolidays = { federal: federalHolidays, own: [] };

export const holidayLimits = { own: 60, name: 60 } as const;

/** Names by days since 1970 of what is observed for a year; January 1 may be in December. */
const observed = new Map<number, ReadonlyMap<number, string>>();

export function isHoliday(day: Day, { federal, own }: OfficeHolidays = usualHolidays): boolean {
  const number = numberOf(day.year, day.month, day.day);
  const name = observedIn(day.year).get(number) ?? observedIn(day.year + 1).get(number);
  if (name !== undefined && federal.includes(name)) return true;
  return own.some((one) => Date.parse(one.day) / 86_400_000 === number);
}

/** The next day on which a federal holiday is observed, YYYY-MM-DD. @param from YYYY-MM-DD */
export function nextObserved(name: string, from: string): string | undefined {
  const start = Date.parse(from) / 86_400_000;
  const year = Number(from.slice(0, 4));
  const days = [year, year + 1, year + 2]
    .flatMap((one) => [...observedIn(one)])
    .filter(([day, one]) => one === name && day >= start)
    .map(([day]) => day);
  const next = days.length > 0 ? Math.min(...days) : undefined;
  return next === undefined ? undefined : new Date(next * 86_400_000).toISOString().slice(0, 10);
}

function observedIn(year: number): ReadonlyMap<number, string> {
  const known = observed.get(year);
  if (known) return known;
  const days = new Map(
    Object.entries(holidays).map(([name, one]) => [
      "day" in one ? fixed(year, one) : nth(year, one),
      name,
    ]),
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
