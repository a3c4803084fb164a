import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";

/**
 * Adds a line to an application's history.
 * @param staffId null: the person, the command line or the desk itself
 * @param what as a sentence without its period; never contents of answers
 */
export async function addApplicationHistory(
  trx: Transaction<Database>,
  applicationId: string,
  staffId: string | null,
  what: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto("application_changes")
    .values({ id: orderedId(), application_id: applicationId, at: now, staff_id: staffId, what })
    .execute();
}
