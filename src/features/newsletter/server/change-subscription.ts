import type { Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { LeavingWay } from "../contract/newsletter-desk.ts";
import { refreshAddress } from "./addresses/refresh-address.ts";
import { removeSuppression } from "./addresses/suppressions.ts";
import type { NewSignup } from "./queries.ts";

/** Imported on the first change of a subscription, so that the server starts faster. */

/** A signup by the owner of a confirmed address, in the settings of their account. */
type OwnerSignup = Pick<NewSignup, "id" | "email" | "data" | "createdAt">;

/** Adds a signup of a confirmed address. It also lifts a suppression of the address. */
export async function subscribeOwner(
  trx: Transaction<Database>,
  { id, email, data, createdAt }: OwnerSignup,
): Promise<void> {
  await trx
    .insertInto("newsletter_subscribers")
    .values({
      id,
      email,
      data: JSON.stringify(data),
      created_at: createdAt,
      listed_at: createdAt,
    })
    .execute();
  await removeSuppression(trx, email);
  await refreshAddress(trx, email, createdAt);
}

/**
 * An address in lower case, or the id of one of its signups, which its unsubscribe link contains.
 */
type Signee = { readonly email: string } | { readonly id: string };

/**
 * Unsubscribes an address, however often it signed up; the records are kept. Repeating it changes
 * nothing.
 * @param how how the address left
 * @returns the number of signups that counted
 */
export async function unsubscribe(
  trx: Transaction<Database>,
  signee: Signee,
  how: LeavingWay,
  now: number,
): Promise<number> {
  const rows = await trx
    .updateTable("newsletter_subscribers")
    .set({ unsubscribed_at: now })
    .where("email", "=", (query) =>
      "email" in signee
        ? query.val(signee.email)
        : query
            .selectFrom("newsletter_subscribers as named")
            .select("email")
            .where("id", "=", signee.id),
    )
    .where("unsubscribed_at", "is", null)
    .returning("email")
    .execute();
  const email = rows[0]?.email;
  if (email === undefined) return 0;
  await endConfirmations(trx, email, now);
  await refreshAddress(trx, email, now, { how });
  return rows.length;
}

/** Invalidates the emailed links of an address that left: they would bring it back. */
async function endConfirmations(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("newsletter_confirmations")
    .set({ expires_at: now })
    .where("email", "=", email)
    .where("expires_at", ">", now)
    .execute();
}

/**
 * Removes the spam mark from an address: each of its signups counts. A job checks again the ones
 * that need confirmation, and emails the link.
 * @returns the number of signups that were marked
 */
export async function clearSignupSpam(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<number> {
  const rows = await trx
    .updateTable("newsletter_subscribers")
    .set({ spam_reason: null, listed_at: null })
    .where("email", "=", email)
    .where("spam_reason", "is not", null)
    .returning("id")
    .execute();
  if (rows.length > 0) await refreshAddress(trx, email, now);
  return rows.length;
}
