import type { Transaction } from "kysely";
import type { Database } from "../platform/db/schema.ts";
import { refreshAddress } from "../records/newsletter/refresh-address.ts";
import { removeSuppression } from "../records/newsletter/suppressions.ts";
import type { NewSignup } from "./queries.ts";

/** Imported when somebody changes a subscription: most servers start without one who waits. */

/** A signup by the owner of a confirmed address, in the settings of their account. */
type OwnerSignup = Pick<NewSignup, "id" | "email" | "data" | "createdAt">;

/** Adds a signup of a confirmed address: it also brings back who was suppressed. */
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

/** An address in lower case, or the id of one of its signups, which its unsubscribe link holds. */
type Signee = { readonly email: string } | { readonly id: string };

/**
 * Unsubscribes an address, however often it signed up; the records stay. A second time changes
 * nothing.
 * @param how how the address left
 * @param now milliseconds since 1970
 * @returns the number of signups that counted
 */
export async function unsubscribe(
  trx: Transaction<Database>,
  signee: Signee,
  how: "link" | "portal" | "staff" | "mail-tool",
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

/** Ends the emailed links of an address that left: they would bring it back. */
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
 * Takes the mark of spam off an address: each of its signups counts. One that has to be confirmed is
 * looked at again by the job, which emails the link.
 * @param now milliseconds since 1970
 * @returns the number of signups that had one
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
