import { dayOf, startOf } from "../../../platform/server/values/calendar.ts";
import { type OverviewRange, type PeriodUnit, unitOf } from "../contract/overview.ts";

/** Days, weeks or months of a range, by their first and last day in the company's time zone. */
export interface Period {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** Milliseconds since 1970: from the first, before the second. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * The periods of a range that ends today, oldest first. The range may truncate the first one.
 */
export function listPeriods(
  range: OverviewRange,
  now: number,
  unit: PeriodUnit = unitOf(range),
): readonly Period[] {
  const today = dayOf(now);
  const first = today.subtract({ days: range - 1 });
  const periods: Period[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, today) <= 0; ) {
    const last = lastOfPeriod(day, unit);
    const to = Temporal.PlainDate.compare(last, today) > 0 ? today : last;
    periods.push({
      from: day.toString(),
      to: to.toString(),
      startsAt: startOf(day),
      endsAt: startOf(to.add({ days: 1 })),
    });
    day = to.add({ days: 1 });
  }
  return periods;
}

/** Weeks begin on Monday. */
function lastOfPeriod(day: Temporal.PlainDate, unit: PeriodUnit): Temporal.PlainDate {
  if (unit === "day") return day;
  if (unit === "week") return day.add({ days: 7 - day.dayOfWeek });
  return day.with({ day: day.daysInMonth });
}
