import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  endOfDueDay,
  findAnswerDue as findRequestDue,
} from "../../../privacy/server/requests/privacy-case.ts";
import {
  type AnswerHours,
  answerTimesOf,
  timedForms,
  usualHoursOf,
} from "../../contract/answer-times.ts";
import type { OfficeHolidays } from "../../contract/holidays.ts";
import { readHolidays } from "./office-holidays.ts";
import { findDueTime } from "./working-time.ts";

/** When an answer is due: the settings of the desk, read once for many messages. */
export interface AnswerRules {
  readonly hours: AnswerHours;
  readonly holidays: OfficeHolidays;
}

/** Working hours until an answer is due, for every form that has an answer time. */
export async function readAnswerHours(db: Kysely<Database>): Promise<AnswerHours> {
  const rows = await db.selectFrom("answer_times").selectAll().execute();
  const saved = new Map(rows.map(({ form, hours }) => [form, Number(hours)]));
  return Object.fromEntries(
    timedForms.map((form) => {
      const usual = usualHoursOf(form);
      const hours = saved.get(form) ?? usual;
      // A setting from an older version that allowed more time.
      const isAllowed = answerTimesOf(form).some(([one]) => one === hours);
      return [form, isAllowed ? hours : usual];
    }),
  );
}

export async function readAnswerRules(db: Kysely<Database>): Promise<AnswerRules> {
  return { hours: await readAnswerHours(db), holidays: await readHolidays(db) };
}

/**
 * When an answer to a message of a form is due: after its working hours; for a request to delete
 * data, when its privacy case is.
 */
export function dueByRules({ hours, holidays }: AnswerRules, form: string, from: number): number {
  if (timedForms.includes(form)) return findDueTime(from, hours[form], holidays);
  return endOfDueDay(findRequestDue(from));
}

/** The same by the settings of now. @param from milliseconds since 1970 */
export async function findAnswerDue(
  db: Kysely<Database>,
  form: string,
  from: number,
): Promise<number> {
  return dueByRules(await readAnswerRules(db), form, from);
}
