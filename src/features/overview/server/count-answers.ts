import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { staffForms } from "../../messages/contract/forms/staff-forms.ts";
import { farFuture } from "../../messages/server/cases/case-clock.ts";
import { senderName } from "../../messages/server/cases/sender-name.ts";
import { openScopes } from "../../messages/server/cases/submitted-case.ts";
import { toCaseQuery } from "../../messages/server/inbox/list/case-filter.ts";
import { narrow } from "../../messages/server/inbox/list/narrow-cases.ts";
import type { AnswerNumbers, AnswerShare, LateMessage } from "../contract/overview.ts";
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

/**
 * Messages of a form that were closed in a period without an answer; not what staff began. Only closed
 * ones have a time of closing. "Is null" would make SQLite search the index of the answers instead, and
 * read every message that was never answered.
 */
export async function countClosedWithoutReply(
  db: Kysely<Database>,
  { startsAt, endsAt }: Period,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("cases")
    .select(({ fn }) => ["form", fn.countAll<number | string>().as("count")])
    .where("closed_at", ">=", startsAt)
    .where("closed_at", "<", endsAt)
    .where("status", "=", "done")
    .where(({ eb, fn }) => eb(fn.coalesce("answered_at", eb.val(0)), "=", 0))
    .where(
      "form",
      "not in",
      staffForms.map(({ collection }) => collection),
    )
    .groupBy("form")
    .execute();
  return new Map(rows.map(({ form, count }) => [form, Number(count)]));
}

interface OverdueCount {
  readonly form: string;
  readonly staffId: string | null;
  readonly count: number;
}

/** The messages of the list of overdue ones, by form and assignee. */
export async function countOverdue(db: Kysely<Database>, now: number): Promise<OverdueCount[]> {
  const rows = await selectOverdue(db, now)
    .select(({ fn }) => [
      "cases.form",
      "cases.assignee_id as staffId",
      fn.countAll<number | string>().as("count"),
    ])
    .groupBy(["cases.form", "cases.assignee_id"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const maxLate = 3;

/** The latest of the overdue messages. */
export async function readLate(db: Kysely<Database>, now: number): Promise<LateMessage[]> {
  const rows = await selectOverdue(db, now)
    .select(["cases.reference", "cases.form", "cases.name", "cases.email"])
    .select(["cases.due_at", "cases.assignee_id as staffId"])
    .orderBy("cases.due_at")
    .orderBy("cases.number")
    .limit(maxLate)
    .execute();
  return rows.map(({ name, email, due_at, ...row }) => ({
    ...row,
    name: senderName(name, email),
    dueAt: new Date(due_at).toISOString(),
  }));
}

function selectOverdue(db: Kysely<Database>, now: number) {
  const open = db.selectFrom("cases").where("cases.scope", "in", openScopes);
  return narrow(open, toCaseQuery({ status: "overdue" }, ""), now);
}

/** Messages that wait for an answer that is not due yet. */
export async function countNotDue(db: Kysely<Database>, now: number): Promise<number> {
  const { count } = await db
    .selectFrom("cases")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("scope", "in", openScopes)
    .where("due_at", ">", now)
    .where("due_at", "<", farFuture)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** First answers to the messages that came in during each period, without spam. */
export async function readShares(
  db: Kysely<Database>,
  periods: readonly Period[],
  now: number,
): Promise<AnswerShare[]> {
  const overdue = await countOverdueBy(db, periods, now);
  const shares: AnswerShare[] = [];
  for (const [index, period] of periods.entries()) {
    const { from, to } = period;
    const answered = await readAnswered(db, period);
    const due = Number(answered.count) + (overdue[index] ?? 0);
    shares.push({ from, to, due, inTime: Number(answered.inTime ?? 0) });
    // SQLite responds synchronously: let other requests run in between.
    await setImmediate();
  }
  return shares;
}

function readAnswered(db: Kysely<Database>, { startsAt, endsAt }: Period) {
  return db
    .selectFrom("cases")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.sum<number | string | null>("answer_in_time").as("inTime"),
    ])
    .where("created_at", ">=", startsAt)
    .where("created_at", "<", endsAt)
    .where("scope", "!=", "spam")
    .where("answered_at", "is not", null)
    .executeTakeFirstOrThrow();
}

/** Overdue messages without an answer, by the period in which they came in. */
async function countOverdueBy(
  db: Kysely<Database>,
  periods: readonly Period[],
  now: number,
): Promise<number[]> {
  const counts = await selectOverdue(db, now)
    .where("cases.answered_at", "is", null)
    .select(({ eb, fn }) =>
      periods.map(({ from, startsAt, endsAt }) => {
        const isWithin = eb.between("cases.created_at", startsAt, endsAt - 1);
        return fn
          .sum<number | string | null>(eb.case().when(isWithin).then(1).else(0).end())
          .as(from);
      }),
    )
    .executeTakeFirstOrThrow();
  return periods.map(({ from }) => Number(counts[from] ?? 0));
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
