import type { Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { waitlistForm } from "../../../recruiting/contract/waitlist-form.ts";
import { moveWaitlistEntry } from "../../../recruiting/server/applicants/waitlist-entries.ts";
import { publicForms } from "../../contract/forms/public-forms.ts";
import type { SpamReason } from "../../contract/spam-reasons.ts";
import { moveCase } from "../cases/save-case.ts";
import type { MailContext } from "../conversation-page/queue-email.ts";
import { queueAcknowledgement } from "./notices.ts";

const byStaff: SpamReason = "by-staff";

export type Review =
  | { readonly state: "changed"; readonly collection: string; readonly told: boolean }
  | { readonly state: "as-before"; readonly collection: string }
  | { readonly state: "not-found" };

const forms = [...publicForms.map(({ form }) => form), waitlistForm];

/** Marks a submission as spam, which exports leave out. Emails already sent cannot be undone. */
export function markAsSpam(
  { write }: DatabaseClient,
  reference: string,
  now: number,
): Promise<Review> {
  return write(async (trx) => {
    const review = await setSpamMark(trx, reference);
    if (review.state === "changed") await moveRecords(trx, reference, true, now);
    return review;
  });
}

/** Updates the staff's cases to the mark. */
async function moveRecords(
  trx: Transaction<Database>,
  reference: string,
  isSpam: boolean,
  now: number,
): Promise<void> {
  await moveCase(trx, reference, isSpam, now);
  await moveWaitlistEntry(trx, reference, isSpam);
}

/** Sets the mark only; the caller moves the case. */
export async function setSpamMark(trx: Transaction<Database>, reference: string): Promise<Review> {
  const row = await trx
    .updateTable("submissions")
    .set({ spam_reason: byStaff })
    .where("reference", "=", reference)
    .where("spam_reason", "is", null)
    .returning("collection")
    .executeTakeFirst();
  if (row) return { state: "changed", collection: row.collection, told: false };
  return findUnchanged(trx, reference);
}

/** Removes the spam mark from a submission and sends its sender the held-back email, once. */
export function clearSpam(
  { write }: DatabaseClient,
  reference: string,
  now: number,
  context: MailContext,
): Promise<Review> {
  return write(async (trx) => {
    const review = await removeSpamMark(trx, reference, now, context);
    if (review.state === "changed") await moveRecords(trx, reference, false, now);
    return review;
  });
}

/**
 * Removes the mark and sends the held-back email; the caller moves the case.
 * @param holdMs how long the email waits, for an undo
 */
export async function removeSpamMark(
  trx: Transaction<Database>,
  reference: string,
  now: number,
  context: MailContext,
  holdMs = 0,
): Promise<Review> {
  const marked = await trx
    .selectFrom("submissions")
    .select(["id", "collection", "data", "spam_reason"])
    .where("reference", "=", reference)
    .where("spam_reason", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (!marked) return findUnchanged(trx, reference);
  const { id, collection, data, spam_reason: reason } = marked;
  await trx
    .updateTable("submissions")
    .set({ spam_reason: null })
    .where("reference", "=", reference)
    .execute();
  const { email: recipient } = JSON.parse(data) as { readonly email?: string };
  const form = forms.find((one) => one.collection === collection);
  // If staff had marked it, its email was already sent.
  const told = reason !== byStaff && form !== undefined && Boolean(recipient);
  if (told && recipient) {
    await queueAcknowledgement(trx, { form, id, reference, recipient, now, holdMs }, context);
  }
  return { state: "changed", collection, told };
}

async function findUnchanged(trx: Transaction<Database>, reference: string): Promise<Review> {
  const row = await trx
    .selectFrom("submissions")
    .select("collection")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row ? { state: "as-before", collection: row.collection } : { state: "not-found" };
}
