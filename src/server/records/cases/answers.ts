import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../platform/db/schema.ts";
import { findAnswerDue } from "./answer-times.ts";
import { farFuture } from "./submitted-case.ts";
import { countWorkingMinutes } from "./working-time.ts";

type Case = Selectable<Database["cases"]>;

/**
 * Stores the first answer to a case, for the overview; later ones change nothing.
 * @param now milliseconds since 1970
 */
export async function recordAnswer(
  trx: Transaction<Database>,
  { id, form, created_at: createdAt, due_at: dueAt, answered_at: answeredAt }: Case,
  now: number,
): Promise<void> {
  if (answeredAt !== null) return;
  // The due time from when it arrived, whatever the settings are now; spam and withdrawn messages
  // have none.
  const due = dueAt === farFuture ? await findAnswerDue(trx, form, createdAt) : dueAt;
  await trx
    .updateTable("cases")
    .set({
      answered_at: now,
      answer_minutes: countWorkingMinutes(createdAt, now),
      answer_in_time: now <= due ? 1 : 0,
    })
    .where("id", "=", id)
    .execute();
}
