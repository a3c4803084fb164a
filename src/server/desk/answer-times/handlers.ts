import type { Kysely, Transaction } from "kysely";
import { inboxForms } from "../../../contract/desk/inbox.ts";
import {
  type AnswerHours,
  type AnswerTimesResponse,
  type answerTimeEndpoints,
  answerTimes,
  answerTimesOf,
} from "../../../contract/desk/settings/answer-times.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Database } from "../../platform/db/schema.ts";
import { readAnswerHours } from "../../records/cases/answer-times.ts";
import { findDueTime } from "../../records/cases/working-time.ts";
import type { DeskHandlers } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { writeAudit } from "../audit/write-audit.ts";

/** Handlers of the answer times. */
export function answerTimeHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof answerTimeEndpoints> {
  return {
    read: () => describe(database.db, now()),
    save: async ({ request, session }) => {
      const hours = parseHours(request.body);
      await database.write(async (trx) => {
        for (const what of await replaceHours(trx, hours)) {
          const act = { kind: "change", what, target: "Answer times" } as const;
          await writeAudit(trx, actorOf(session, request), act, now());
        }
      });
      return describe(database.db, now());
    },
  };
}

async function describe(db: Kysely<Database>, now: number): Promise<AnswerTimesResponse> {
  const dueNow = answerTimes.map(([hours]) => [
    hours,
    new Date(findDueTime(now, hours)).toISOString(),
  ]);
  return { hours: await readAnswerHours(db), dueNow: Object.fromEntries(dueNow) };
}

/** @returns what changed, as sentences */
async function replaceHours(trx: Transaction<Database>, hours: AnswerHours): Promise<string[]> {
  const before = await readAnswerHours(trx);
  const changed = Object.entries(hours).filter(([form, value]) => before[form] !== value);
  for (const [form, value] of changed) {
    await trx
      .insertInto("answer_times")
      .values({ form, hours: value })
      .onConflict((conflict) => conflict.column("form").doUpdateSet({ hours: value }))
      .execute();
  }
  return changed.map(
    ([form, value]) =>
      `Answer time of ${inboxForms[form]}: ${nameOf(before[form])} to ${nameOf(value)}`,
  );
}

function nameOf(hours: number | undefined): string {
  return answerTimes.find(([one]) => one === hours)?.[1].toLowerCase() ?? "none";
}

/** Reads what a page sent: a time for every form. @throws ApiError "malformed" */
function parseHours(body: unknown): AnswerHours {
  const { hours } = (body ?? {}) as { readonly hours?: unknown };
  if (typeof hours !== "object" || hours === null) throw new ApiError("malformed");
  const given = Object.entries(hours);
  const areAllowed =
    given.length === Object.keys(inboxForms).length &&
    given.every(
      ([form, value]) =>
        Object.hasOwn(inboxForms, form) && answerTimesOf(form).some(([one]) => one === value),
    );
  if (!areAllowed) throw new ApiError("malformed");
  return Object.fromEntries(given);
}
