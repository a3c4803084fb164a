import type { Kysely } from "kysely";
import type { AnswerNumbers } from "../../../contract/desk/overview.ts";
import type { Database } from "../../platform/db/schema.ts";
import type { Period } from "./periods.ts";

/** How many first answers of a form took a given time. */
interface AnswerRow {
  readonly form: string;
  readonly minutes: number;
  readonly inTime: boolean;
  readonly count: number;
}

/** First answers that were given in a period. */
export async function readAnswers(
  db: Kysely<Database>,
  { startsAt, endsAt }: Period,
): Promise<AnswerRow[]> {
  const rows = await db
    .selectFrom("cases")
    .select(({ fn }) => [
      "form",
      "answer_minutes as minutes",
      "answer_in_time as in_time",
      fn.countAll<number | string>().as("count"),
    ])
    .where("answered_at", ">=", startsAt)
    .where("answered_at", "<", endsAt)
    .groupBy(["form", "answer_minutes", "answer_in_time"])
    .execute();
  return rows.map(({ form, minutes, in_time: inTime, count }) => ({
    form,
    minutes: Number(minutes),
    inTime: Number(inTime) === 1,
    count: Number(count),
  }));
}

/** Number, share on time, median and p90 of first answers. */
export function sumAnswers(rows: readonly AnswerRow[]): AnswerNumbers {
  const sum = (some: readonly AnswerRow[]) => some.reduce((total, { count }) => total + count, 0);
  return {
    answered: sum(rows),
    inTime: sum(rows.filter(({ inTime }) => inTime)),
    medianMinutes: findPercentile(rows, 0.5),
    slowMinutes: findPercentile(rows, 0.9),
  };
}

/** The smallest number of minutes within which this share of the answers was given. */
function findPercentile(rows: readonly AnswerRow[], share: number): number | null {
  const sorted = rows.toSorted((a, b) => a.minutes - b.minutes);
  const needed = share * sorted.reduce((total, { count }) => total + count, 0);
  let seen = 0;
  for (const { minutes, count } of sorted) {
    seen += count;
    if (seen >= needed) return minutes;
  }
  return null;
}
