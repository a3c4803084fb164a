/** A day of the company's calendar, YYYY-MM-DD, at noon so that no time zone moves it. */
function toDate(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

const short = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });
const long = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", day: "numeric" });
const month = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short" });

/** "Oct 26". @param day YYYY-MM-DD */
export function formatDayShort(day: string): string {
  return short.format(toDate(day)).replace(" ", "\u00a0");
}

/** "October 26". @param day YYYY-MM-DD */
function formatDayOfMonth(day: string): string {
  return long.format(toDate(day)).replace(" ", "\u00a0");
}

/** "Oct". @param day YYYY-MM-DD */
export function formatMonth(day: string): string {
  return month.format(toDate(day));
}

/** "October 26, 2026", which may break between its words. @param day YYYY-MM-DD */
export function formatDayOfYear(day: string): string {
  return `${long.format(toDate(day))}, ${day.slice(0, 4)}`;
}

/** "October 22 to November 20, 2026", with both years if they differ. @param from YYYY-MM-DD, as `to` */
export function formatRange(from: string, to: string): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  const start = `${formatDayOfMonth(from)}${first === last ? "" : `, ${first}`}`;
  return `${start} to ${formatDayOfMonth(to)}, ${last}`;
}

/** "October 26 to November 1", or one day. @param from YYYY-MM-DD, as `to` */
export function formatDays(from: string, to: string): string {
  if (from === to) return formatDayOfMonth(from);
  return `${formatDayOfMonth(from)} to ${formatDayOfMonth(to)}`;
}

/** 1 is Monday, 7 is Sunday. @param day YYYY-MM-DD */
export function weekdayOf(day: string): number {
  return toDate(day).getUTCDay() || 7;
}
