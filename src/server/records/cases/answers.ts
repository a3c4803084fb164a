import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../platform/db/schema.ts";
import { countWorkingMinutes, findDueTime } from "./working-time.ts";

type Case = Selectable<Database["cases"]>;

/**
 * Notes the first answer to a case, for the overview: later ones change nothing.
 * @param now milliseconds since 1970
 */
export async function recordAnswer(
  trx: Transaction<Database>,
  { id, created_at: createdAt, answered_at: answeredAt }: Case,
  now: number,
): Promise<void> {
  if (answeredAt !== null) return;
  await trx
    .updateTable("cases")
    .set({
      answered_at: now,
      answer_minutes: countWorkingMinutes(createdAt, now),
      answer_in_time: now <= findDueTime(createdAt) ? 1 : 0,
    })
    .where("id", "=", id)
    .execute();
}

/** Forgets the first answer, after the change that was one is taken back. */
export async function forgetAnswer(
  trx: Transaction<Database>,
  { id, answered_at: answeredAt, changed_at: changedAt }: Case,
): Promise<void> {
  if (answeredAt !== changedAt) return;
  await trx
    .updateTable("cases")
    .set({ answered_at: null, answer_minutes: null, answer_in_time: null })
    .where("id", "=", id)
    .execute();
}
