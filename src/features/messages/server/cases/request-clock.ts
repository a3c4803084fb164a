import { sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { endOfDueDay, type PrivacyCase } from "../../../privacy/server/requests/privacy-case.ts";
import { farFuture } from "./case-clock.ts";

/** Gives the message of a request to delete data the deadline of its privacy case. */
export async function setRequestDue(
  trx: Transaction<Database>,
  { submission_id: id, due_at }: Pick<PrivacyCase, "submission_id" | "due_at">,
): Promise<void> {
  if (id === null) return;
  const due = endOfDueDay(Number(due_at));
  await trx
    .updateTable("cases")
    .set({
      clock_due: due,
      due_at: sql<number>`case when due_at < ${farFuture} then ${due} else due_at end`,
    })
    .where("id", "=", id)
    .execute();
}
