import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { refreshAddress } from "./refresh-address.ts";
import { addSuppression } from "./suppressions.ts";

/**
 * Suppresses an address in lower case, which need not be on the list, and ends its emailed links.
 */
export async function suppressAddress(
  trx: Transaction<Database>,
  email: string,
  reason: string,
  now: number,
): Promise<void> {
  await addSuppression(trx, email, reason, now);
  await trx
    .updateTable("newsletter_subscribers")
    .set({ unsubscribed_at: now })
    .where("email", "=", email)
    .where("unsubscribed_at", "is", null)
    .execute();
  await trx
    .updateTable("newsletter_confirmations")
    .set({ expires_at: now })
    .where("email", "=", email)
    .where("expires_at", ">", now)
    .execute();
  await refreshAddress(trx, email, now);
}
