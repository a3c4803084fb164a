import { requestLimits } from "./requests.ts";

/** How a request repeats: each week on these days, to the last one. Days are ISO 8601. */
export interface Repeat {
  /** 1 Monday to 7 Sunday. */
  readonly weekDays: readonly number[];
  readonly until: string;
  /** Days that are left out. */
  readonly without: readonly string[];
}

const dayMs = 24 * 60 * 60_000;

/** 1 Monday to 7 Sunday. */
export function weekDayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/**
 * The days of a request that repeats, those that are left out included, at most one more than are
 * allowed.
 * @param first day of the first one
 */
export function listRepeatDays(
  first: string,
  { weekDays, until }: Pick<Repeat, "weekDays" | "until">,
): readonly string[] {
  const days: string[] = [];
  const end = Math.min(
    Date.parse(`${until}T00:00:00Z`),
    Date.parse(`${first}T00:00:00Z`) + requestLimits.daysAhead * dayMs,
  );
  for (let at = Date.parse(`${first}T00:00:00Z`); at <= end; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    if (weekDays.includes(weekDayOf(day))) days.push(day);
    if (days.length > requestLimits.repeats) break;
  }
  return days;
}

/** Why it cannot repeat so; undefined if it can. */
export function checkRepeat(first: string, repeat: Repeat): string | undefined {
  if (first === "") return "Choose the day and the time of the first one.";
  if (repeat.weekDays.length === 0) return "Choose the days of the week.";
  if (repeat.until === "") return "Choose the last day.";
  const days = listRepeatDays(first, repeat);
  if (days.length > requestLimits.repeats) {
    return `That is more than ${requestLimits.repeats} requests. Choose an earlier last day.`;
  }
  const kept = days.filter((day) => !repeat.without.includes(day));
  return kept.length === 0 ? "No day is left. Choose a later last day." : undefined;
}
