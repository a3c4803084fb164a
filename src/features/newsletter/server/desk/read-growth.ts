import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toCsvHeader, toCsvLine } from "../../../../platform/server/parsing/csv.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import type { Growth, GrowthPoint, GrowthRange } from "../../contract/newsletter-desk.ts";

/** Length of one part of each range, in days; a year is split into months. */
const partDays: Readonly<Record<Exclude<GrowthRange, 365>, number>> = { 7: 1, 30: 5, 90: 15 };
const monthsOfYear = 12;

/**
 * Subscribers over a range that ends today, in the company's time zone. @param now milliseconds since
 * 1970
 */
export async function readGrowth(
  db: Kysely<Database>,
  range: GrowthRange,
  now: number,
): Promise<Growth> {
  const parts = listParts(range, dayOf(now));
  const rows = await db.selectFrom("newsletter_days").selectAll().execute();
  const sum = (fits: (day: string) => boolean) => {
    const chosen = rows.filter(({ day }) => fits(day));
    const joined = chosen.reduce((total, row) => total + row.joined, 0);
    const left = chosen.reduce((total, row) => total + row.gone, 0);
    return { joined, left };
  };
  const points = parts.map(({ from, to }): GrowthPoint => {
    const all = sum((day) => day <= to);
    const part = sum((day) => day >= from && day <= to);
    return { from, to, subscribers: all.joined - all.left, ...part };
  });
  return { points };
}

interface Part {
  readonly from: string;
  readonly to: string;
}

function listParts(range: GrowthRange, today: Temporal.PlainDate): Part[] {
  if (range === 365) {
    return Array.from({ length: monthsOfYear }, (_, index) => {
      const month = today.with({ day: 1 }).subtract({ months: monthsOfYear - 1 - index });
      const end = month.add({ months: 1 }).subtract({ days: 1 });
      const isOver = Temporal.PlainDate.compare(end, today) < 0;
      return { from: String(month), to: String(isOver ? end : today) };
    });
  }
  const length = partDays[range];
  return Array.from({ length: range / length }, (_, index) => {
    const to = today.subtract({ days: range - length * (index + 1) });
    return { from: String(to.subtract({ days: length - 1 })), to: String(to) };
  });
}

export async function* growthCsv({ points }: Growth): AsyncGenerator<string> {
  yield toCsvHeader(["from", "to", "readers", "new", "left"]);
  for (const { from, to, subscribers, joined, left } of points) {
    yield toCsvLine([from, to, subscribers, joined, left]);
  }
}
