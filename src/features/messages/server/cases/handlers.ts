import type { Kysely, Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import {
  type AnswerHours,
  type AnswerTimesResponse,
  type answerTimeEndpoints,
  answerTimes,
} from "../../contract/answer-times.ts";
import { federalHolidays, nextObserved, type OfficeHolidays } from "../../contract/holidays.ts";
import { readAnswerHours, readAnswerRules } from "./answer-times.ts";
import { readHolidays } from "./office-holidays.ts";
import { findDueTime } from "./working-time.ts";

export function answerTimeHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof answerTimeEndpoints> {
  return {
    read: () => describe(database.db, now()),
    save: async ({ request, session, body: { hours, holidays } }) => {
      await database.write(async (trx) => {
        const changes = [
          ...(await replaceHours(trx, hours)),
          ...(await replaceHolidays(trx, holidays)),
        ];
        const actor = actorOf(session, request);
        const by = { actor, audit: "change", target: "Answer times" } as const;
        for (const changed of changes) await recordEvent(trx, { ...changed, ...by }, now());
      });
      return describe(database.db, now());
    },
  };
}

async function describe(db: Kysely<Database>, now: number): Promise<AnswerTimesResponse> {
  const { hours, holidays } = await readAnswerRules(db);
  const dueNow = answerTimes.map(([one]) => [
    one,
    new Date(findDueTime(now, one, holidays)).toISOString(),
  ]);
  const today = dayOf(now).toString();
  const next = federalHolidays.map((name) => [name, nextObserved(name, today)]);
  return {
    hours,
    dueNow: Object.fromEntries(dueNow),
    holidays,
    nextFederal: Object.fromEntries(next),
  };
}

/** @returns what changed */
async function replaceHours(trx: Transaction<Database>, hours: AnswerHours): Promise<Happening[]> {
  const before = await readAnswerHours(trx);
  const changed = Object.entries(hours).filter(([form, value]) => before[form] !== value);
  for (const [form, value] of changed) {
    await trx
      .insertInto("answer_times")
      .values({ form, hours: value })
      .onConflict((conflict) => conflict.column("form").doUpdateSet({ hours: value }))
      .execute();
  }
  return changed.map(([form, to]) => {
    return { kind: "answer-time", data: { form, from: before[form] ?? null, to } } as const;
  });
}

/** Stores the days off. @returns what changed */
async function replaceHolidays(
  trx: Transaction<Database>,
  { federal, own }: OfficeHolidays,
): Promise<Happening[]> {
  const before = await readHolidays(trx);
  const was = new Map([...before.federal.map((name) => [name, name] as const), ...namesOf(before)]);
  const is = new Map([...federal.map((name) => [name, name] as const), ...namesOf({ own })]);
  await trx.deleteFrom("office_holidays").execute();
  const opened = federalHolidays.filter((name) => !federal.includes(name));
  const rows = [
    ...opened.map((day) => ({ day, name: "", is_closed: 0 })),
    ...own.map((one) => ({ ...one, is_closed: 1 })),
  ];
  if (rows.length > 0) await trx.insertInto("office_holidays").values(rows).execute();
  const added = [...is].filter(([day, name]) => was.get(day) !== name);
  const removed = [...was].filter(([day]) => !is.has(day));
  return [
    ...added.map(([, name]) => ({ kind: "holiday.added", data: { name } }) as const),
    ...removed.map(([, name]) => ({ kind: "holiday.removed", data: { name } }) as const),
  ];
}

function namesOf({ own }: Pick<OfficeHolidays, "own">) {
  return own.map(({ day, name }) => [day, `${name} (${day})`] as const);
}
