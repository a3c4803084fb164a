import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { dayOf, startOf } from "../../../platform/server/values/calendar.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import { farFuture } from "../../messages/server/cases/case-clock.ts";
import { readHolidays } from "../../messages/server/cases/office-holidays.ts";
import { senderName } from "../../messages/server/cases/sender-name.ts";
import { openScopes } from "../../messages/server/cases/submitted-case.ts";
import { countWorkingMinutes } from "../../messages/server/cases/working-time.ts";
import { readCaseCounts } from "../../messages/server/inbox/list/count-cases.ts";
import { countSubscribers } from "../../newsletter/server/addresses/days.ts";
import {
  ageGroups,
  type OverviewRange,
  type OverviewResponse,
  shareUnitOf,
} from "../contract/overview.ts";
import {
  countClosedWithoutReply,
  countNotDue,
  countOverdue,
  readAnswers,
  readLate,
  readShares,
  sumAnswers,
} from "./count-answers.ts";
import { listPeriods, type Period } from "./periods.ts";

/** The numbers of the overview. */
export async function readOverview(
  db: Kysely<Database>,
  range: OverviewRange,
  now: number,
): Promise<OverviewResponse> {
  const periods = listPeriods(range, now);
  const counted: Awaited<ReturnType<typeof countPeriod>>[] = [];
  for (const period of periods) {
    counted.push(await countPeriod(db, period));
    // SQLite responds synchronously: let other requests run in between.
    await setImmediate();
  }
  const counts = await readCaseCounts(db, "", now);
  const subscriberDays = await readSubscriberDays(db, periods[0]?.from ?? "");
  const overdue = await countOverdue(db, now);
  const shares = await readShares(db, listPeriods(range, now, shareUnitOf(range)), now);
  const overdueOf = (what: "form" | "staffId", value: string | null) =>
    sumOf(overdue.filter((one) => one[what] === value).map(({ count }) => count));
  const sumBy = (what: "messages" | "unanswered", form: string) =>
    sumOf(counted.map((one) => one[what].get(form) ?? 0));
  const answers = counted.flatMap((one) => one.answers);
  const told = periods.map(({ from, to }, index) => {
    const days = subscriberDays.filter(({ day }) => day >= from && day <= to);
    return {
      from,
      to,
      messages: sumOf([...(counted[index]?.messages.values() ?? [])]),
      newSubscribers: sumOf(days.map(({ joined }) => joined)),
      leftSubscribers: sumOf(days.map(({ gone }) => gone)),
    };
  });
  const forms = Object.keys(inboxForms).map((form) => ({
    form,
    messages: sumBy("messages", form),
    open: counts.forms[form] ?? 0,
    overdue: overdueOf("form", form),
    closedWithoutReply: sumBy("unanswered", form),
    ...sumAnswers(answers.filter((one) => one.form === form)),
  }));
  const today = listPeriods(7, now).at(-1);
  return {
    asOf: new Date(now).toISOString(),
    range,
    periods: told,
    messages: sumOf(told.map(({ messages }) => messages)),
    messagesToday: today ? sumOf([...(await countMessages(db, today)).values()]) : 0,
    subscribers: {
      total: await countSubscribers(db),
      added: sumOf(told.map(({ newSubscribers }) => newSubscribers)),
      left: sumOf(told.map(({ leftSubscribers }) => leftSubscribers)),
    },
    open: counts.open,
    oldest: await findOldest(db, now),
    answers: {
      ...sumAnswers(answers),
      overdue: sumOf(forms.map((one) => one.overdue)),
      closedWithoutReply: sumOf(forms.map((one) => one.closedWithoutReply)),
      slowestMinutes: answers.reduce<number | null>(
        (slowest, { minutes }) => Math.max(slowest ?? 0, minutes),
        null,
      ),
      notDue: await countNotDue(db, now),
    },
    shares,
    late: await readLate(db, now),
    ages: await countAges(db, now),
    openBy: Object.entries(counts.assignees)
      .filter(([id, count]) => id !== "me" && count > 0)
      .map(([id, count]) => {
        const staffId = id === "nobody" ? null : id;
        return { staffId, count, overdue: Math.min(count, overdueOf("staffId", staffId)) };
      })
      .toSorted((a, b) => b.count - a.count),
    forms,
  };
}

async function countPeriod(db: Kysely<Database>, period: Period) {
  const [messages, answers, unanswered] = await Promise.all([
    countMessages(db, period),
    readAnswers(db, period),
    countClosedWithoutReply(db, period),
  ]);
  return { messages, answers, unanswered };
}

/** Messages that came in, without spam, by form. */
async function countMessages(
  db: Kysely<Database>,
  { startsAt, endsAt }: Period,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("cases")
    .select(({ fn }) => ["form", fn.countAll<number | string>().as("count")])
    .where("created_at", ">=", startsAt)
    .where("created_at", "<", endsAt)
    .where("scope", "!=", "spam")
    .groupBy("form")
    .execute();
  return new Map(rows.map(({ form, count }) => [form, Number(count)]));
}

/** Who joined and left by day, from a given day. @param from YYYY-MM-DD */
async function readSubscriberDays(db: Kysely<Database>, from: string) {
  const rows = await db
    .selectFrom("newsletter_days")
    .select(["day", "joined", "gone"])
    .where("day", ">=", from)
    .execute();
  return rows.map(({ day, joined, gone }) => ({ day, joined: Number(joined), gone: Number(gone) }));
}

/** Open cases by the days since they came in. */
async function countAges(db: Kysely<Database>, now: number): Promise<number[]> {
  const starts = ageGroups.map((first) => startOf(dayOf(now).subtract({ days: first - 1 })));
  const older = await db
    .selectFrom("cases")
    .select(({ fn }) =>
      starts.map((start, index) =>
        fn.countAll<number | string>().filterWhere("created_at", "<", start).as(`group${index}`),
      ),
    )
    .where("scope", "=", "open")
    .executeTakeFirstOrThrow();
  const counts = starts.map((_, index) => Number(older[`group${index}`]));
  return counts.map((count, index) => count - (counts[index + 1] ?? 0));
}

async function findOldest(db: Kysely<Database>, now: number): Promise<OverviewResponse["oldest"]> {
  const found = await db
    .selectFrom("cases")
    .select(["reference", "form", "name", "email", "waiting_since"])
    .where("scope", "in", openScopes)
    .where("waiting_since", "<", farFuture)
    .orderBy("waiting_since")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const { reference, form, name, email, waiting_since: since } = found;
  return {
    reference,
    form,
    name: senderName(name, email),
    since: new Date(since).toISOString(),
    days: dayOf(since).until(dayOf(now)).days,
    minutes: countWorkingMinutes(since, now, await readHolidays(db)),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
