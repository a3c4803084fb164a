import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isWaiting, readClock, startClock, wasAnswered } from "./case-clock.ts";
import { readHolidays } from "./office-holidays.ts";
import { countWorkingMinutes } from "./working-time.ts";

type Case = Selectable<Database["cases"]>;

/**
 * Records an answer to a locked case: a reply, or another contact. The first one is kept for the
 * overview. If the case stays with us, its next answer has a clock that starts now.
 * @returns the row after it
 */
export async function recordAnswer(
  trx: Transaction<Database>,
  before: Case,
  now: number,
): Promise<Case> {
  const next = await startClock(trx, before, now);
  const values = {
    ...(!wasAnswered(before) && (await measureAnswer(trx, before, now))),
    ...next,
    ...(isWaiting(before) && { waiting_since: next.clock_from, due_at: next.clock_due }),
  };
  await trx.updateTable("cases").set(values).where("id", "=", before.id).execute();
  return { ...before, ...values };
}

/** On time or not by the clock that the message got when it arrived, whatever the settings are now. */
async function measureAnswer(trx: Transaction<Database>, before: Case, now: number) {
  const { clock_due: due } = await readClock(trx, before);
  return {
    answered_at: now,
    answer_minutes: countWorkingMinutes(before.created_at, now, await readHolidays(trx)),
    answer_in_time: now <= due ? 1 : 0,
  };
}
