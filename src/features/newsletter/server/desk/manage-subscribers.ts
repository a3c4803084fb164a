import type { Transaction } from "kysely";
import { normalizeEmail } from "../../../../platform/contract/email.ts";
import {
  emailKey,
  emailRules,
  findError,
  isStorableText,
  tooLong,
} from "../../../../platform/contract/form-engine/rules.ts";
import { normalizeText } from "../../../../platform/contract/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { noteDeletion } from "../../../privacy/server/deletion/note-deletion.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import { newsletterLimits } from "../../contract/newsletter-desk.ts";
import type { SubscriberState } from "../../contract/subscriber-states.ts";
import { addSubscribers } from "../addresses/add-subscribers.ts";
import { deleteSubscriber as deleteRecords } from "../addresses/delete-subscriber.ts";
import { suppressAddress } from "../addresses/suppress-address.ts";
import { findSuppression } from "../addresses/suppressions.ts";
import { clearSignupSpam, unsubscribe } from "../change-subscription.ts";

/*
 * Changes of addresses by staff and the operator. Every function writes the audit log, without the
 * address, in the given transaction. Addresses are in lower case, times in milliseconds.
 */

const target = "Newsletter";

const cannotAdd: Readonly<Record<Exclude<SubscriberState, "spam">, string>> = {
  reader: "This address is already on the list.",
  "to-confirm": "This address has signed up and is waiting for confirmation.",
  left: "This address is unsubscribed. Only its owner can subscribe it again, with the form on the site.",
  suppressed:
    "This address is suppressed. Only its owner can subscribe it again, with the form on the site and a link that we email.",
};

/** Checks a note of consent. @throws ApiError "invalid" */
export function checkNote(text: string): string {
  const note = normalizeText(text);
  const fail = (message: string) => new ApiError("invalid", { fields: { note: message } });
  if (note === "") throw fail("Say where and how they agreed.");
  if (note.length > newsletterLimits.note) throw fail(tooLong("The note", newsletterLimits.note));
  if (!isStorableText(note)) throw new ApiError("malformed");
  return note;
}

/**
 * Adds an address whose owner agreed elsewhere.
 * @returns the address in lower case
 * @throws ApiError "invalid" for an address that is on the list, left or is suppressed
 */
export async function addSubscriber(
  trx: Transaction<Database>,
  actor: Actor,
  given: { readonly email: string; readonly note: string },
  now: number,
): Promise<string> {
  const error = findError(emailRules, normalizeEmail(given.email));
  if (error || !isStorableText(given.email)) {
    throw new ApiError("invalid", { fields: { email: error ?? "Email is invalid." } });
  }
  const note = checkNote(given.note);
  const email = emailKey(given.email);
  const known = await trx
    .selectFrom("newsletter_addresses")
    .select("state")
    .where("email", "=", email)
    .executeTakeFirst();
  const isSuppressed = (await findSuppression(trx, email)) !== undefined;
  const state = isSuppressed ? "suppressed" : (known?.state as SubscriberState | undefined);
  if (state !== undefined && state !== "spam") {
    throw new ApiError("invalid", { fields: { email: cannotAdd[state] } });
  }
  const consent = { source: "staff", note, addedBy: actor.name } as const;
  await addSubscribers(trx, [email], new Set(state === "spam" ? [email] : []), consent, now);
  await writeAudit(trx, actor, { kind: "change", what: "Added a subscriber", target }, now);
  return email;
}

/**
 * Removes an address from the list; it may come back. @returns the number of signups that counted
 */
export async function removeSubscriber(
  trx: Transaction<Database>,
  actor: Actor,
  email: string,
  now: number,
): Promise<number> {
  const count = await unsubscribe(trx, { email }, "staff", now);
  if (count === 0) return 0;
  await writeAudit(trx, actor, { kind: "change", what: "Unsubscribed an address", target }, now);
  return count;
}

/**
 * Removes an address from the list for good. It need not be on it.
 * @throws ApiError "invalid" without a reason
 */
export async function suppressSubscriber(
  trx: Transaction<Database>,
  actor: Actor,
  { email, reason: why }: { readonly email: string; readonly reason: string },
  now: number,
): Promise<void> {
  const reason = normalizeText(why);
  const fail = (message: string) => new ApiError("invalid", { fields: { reason: message } });
  if (reason === "") throw fail("Say why.");
  if (reason.length > newsletterLimits.reason) {
    throw fail(tooLong("The reason", newsletterLimits.reason));
  }
  if (!isStorableText(reason)) throw new ApiError("malformed");
  await suppressAddress(trx, email, reason, now);
  await writeAudit(trx, actor, { kind: "change", what: "Suppressed an address", target }, now);
}

/** Removes the spam mark from an address. @returns the number of signups that were marked */
export async function clearSubscriberSpam(
  trx: Transaction<Database>,
  actor: Actor,
  email: string,
  now: number,
): Promise<number> {
  const count = await clearSignupSpam(trx, email, now);
  if (count === 0) return 0;
  const what = "Marked an address as not spam";
  await writeAudit(trx, actor, { kind: "change", what, target }, now);
  return count;
}

/** Deletes everything about an address except a keyed hash. @returns the number of signups */
export async function deleteSubscriber(
  trx: Transaction<Database>,
  actor: Actor,
  email: string,
  now: number,
): Promise<number> {
  const count = await deleteRecords(trx, email, now);
  if (count === 0) return 0;
  await noteDeletion(trx, [{ kind: "subscriber", name: email }], now);
  await writeAudit(trx, actor, { kind: "change", what: "Deleted a subscriber", target }, now);
  return count;
}
