import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { refreshAddress } from "./refresh-address.ts";
import { addSuppression, deletedReason } from "./suppressions.ts";

/**
 * Deletes everything about an address in lower case except a keyed hash, so that no import adds it
 * again.
 * @returns the number of signups
 */
export async function deleteSubscriber(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<number> {
  const rows = await trx
    .deleteFrom("newsletter_subscribers")
    .where("email", "=", email)
    .returning("id")
    .execute();
  await trx.deleteFrom("newsletter_confirmations").where("email", "=", email).execute();
  await addSuppression(trx, email, deletedReason, now);
  await refreshAddress(trx, email, now);
  return rows.length;
}
