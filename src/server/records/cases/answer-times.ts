import type { Kysely } from "kysely";
import { inboxForms } from "../../../contract/desk/inbox.ts";
import {
  type AnswerHours,
  answerTimesOf,
  usualAnswerHours,
} from "../../../contract/desk/settings/answer-times.ts";
import type { Database } from "../../platform/db/schema.ts";
import { findDueTime } from "./working-time.ts";

/** Working hours until an answer is due, for every form of the inbox. */
export async function readAnswerHours(db: Kysely<Database>): Promise<AnswerHours> {
  const rows = await db.selectFrom("answer_times").selectAll().execute();
  const saved = new Map(rows.map(({ form, hours }) => [form, Number(hours)]));
  return Object.fromEntries(
    Object.keys(inboxForms).map((form) => {
      const hours = saved.get(form) ?? usualAnswerHours;
      // A setting from an older version that allowed more time.
      const isAllowed = answerTimesOf(form).some(([one]) => one === hours);
      return [form, isAllowed ? hours : usualAnswerHours];
    }),
  );
}

/** When an answer to a message of a form is due. @param from milliseconds since 1970 */
export async function findAnswerDue(
  db: Kysely<Database>,
  form: string,
  from: number,
): Promise<number> {
  return findDueTime(from, (await readAnswerHours(db))[form]);
}
