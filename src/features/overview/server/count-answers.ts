import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { staffForms } from "../../messages/contract/forms/staff-forms.ts";
import { openScopes } from "../../messages/server/cases/submitted-case.ts";
import { toCaseQuery } from "../../messages/server/inbox/list/case-filter.ts";
import { narrow } from "../../messages/server/inbox/list/narrow-cases.ts";
import type { AnswerNumbers } from "../contract/overview.ts";
import type { Period } from "./periods.ts";

interface AnswerRow {
  readonly form: string;
  readonly minutes: number;
  readonly inTime: boolean;
  readonly count: number;
}

/** First answers that were given in a period, without those to spam. */
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
    .where("scope", "!=", "spam")
    .groupBy(["form", "answer_minutes", "answer_in_time"])
    .execute();
  return rows.map(({ form, minutes, in_time: inTime, count }) => ({
    form,
    minutes: Number(minutes),
    inTime: Number(inTime) === 1,
    count: Number(count),
  }));
}

/** Messages of a form that were closed in a period without an answer; not what staff began. */
export async function countClosedWithoutReply(
  db: Kysely<Database>,
  { startsAt, endsAt }: Period,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("cases")
    .select(({ fn }) => ["form", fn.countAll<number | string>().as("count")])
    .where("closed_at", ">=", startsAt)
    .where("closed_at", "<", endsAt)
    .where("scope", "=", "closed")
    .where("status", "=", "done")
    .where("answered_at", "is", null)
    .where(
      "form",
      "not in",
      staffForms.map(({ collection }) => collection),
    )
    .groupBy("form")
    .execute();
  return new Map(rows.map(({ form, count }) => [form, Number(count)]));
}

/** Messages that are open and overdue, by form: those of the list of overdue ones. */
export async function countOverdue(
  db: Kysely<Database>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const open = db.selectFrom("cases").where("cases.scope", "in", openScopes);
  const rows = await narrow(open, toCaseQuery({ status: "overdue" }, ""), now)
    .select(({ fn }) => ["cases.form", fn.countAll<number | string>().as("count")])
    .groupBy("cases.form")
    .execute();
  return new Map(rows.map(({ form, count }) => [form, Number(count)]));
}

/** Number, share on time, median and p90 of first answers. */
export function sumAnswers(
  rows: readonly AnswerRow[],
): Pick<AnswerNumbers, "answered" | "inTime" | "medianMinutes" | "slowMinutes"> {
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
