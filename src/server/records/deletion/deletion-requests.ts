import type { Kysely, Transaction } from "kysely";
import { facts } from "../../../contract/facts.ts";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import type { Database } from "../../platform/db/schema.ts";
import { days } from "../../platform/durations.ts";
import { composeEmail } from "../../platform/mail/compose.ts";
import { queueEmail } from "../../platform/mail/outbox.ts";
import { spamMark } from "../shared/stored-record.ts";

/** Result of marking a deletion request as done; times are milliseconds since 1970. */
export type DeletionOutcome =
  | { readonly state: "done" | "done-before"; readonly time: number }
  | { readonly state: "not-found" }
  | { readonly state: "other-collection"; readonly collection: string };

/**
 * Marks a data deletion request as done and tells the person by email, once, as the page
 * promised (SPEC 4).
 * @param now milliseconds since 1970
 */
export async function finishDeletionRequest(
  trx: Transaction<Database>,
  reference: string,
  now: number,
): Promise<DeletionOutcome> {
  const row = await trx
    .updateTable("submissions")
    .set({ done_at: now })
    .where("reference", "=", reference)
    .where("collection", "=", dataDeletionForm.collection)
    .where("done_at", "is", null)
    .returning("data")
    .executeTakeFirst();
  if (row) {
    const { email, platform } = JSON.parse(row.data) as Record<string, string>;
    await queueEmail(trx, composeNotice(email ?? "", platform ?? "", reference), now);
    return { state: "done", time: now };
  }
  const known = await trx
    .selectFrom("submissions")
    .select(["collection", "done_at"])
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!known) return { state: "not-found" };
  const { collection, done_at } = known;
  if (done_at === null) return { state: "other-collection", collection };
  return { state: "done-before", time: done_at };
}

/** A data deletion request that is not done yet; times in ISO 8601. */
export interface OpenDeletion {
  readonly reference: string;
  readonly receivedAt: string;
  /** Until when /privacy promises it. */
  readonly dueAt: string;
  readonly overdue: boolean;
  readonly name: string;
  readonly email: string;
  readonly supportId: string;
  readonly platform: string;
  readonly spam?: string;
}

/** Every open data deletion request, the first due one first. @param now milliseconds since 1970 */
export async function listOpenDeletions(
  db: Kysely<Database>,
  now: number,
): Promise<OpenDeletion[]> {
  const rows = await db
    .selectFrom("submissions")
    .select(["reference", "data", "created_at", "spam_reason"])
    .where("collection", "=", dataDeletionForm.collection)
    .where("done_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ reference, data, created_at, spam_reason }) => {
    const { name = "", email = "", supportId = "", platform = "" } = JSON.parse(data);
    const dueAt = created_at + days(facts.privacyRequest.answer);
    return {
      reference,
      receivedAt: new Date(created_at).toISOString(),
      dueAt: new Date(dueAt).toISOString(),
      overdue: now > dueAt,
      name,
      email,
      supportId,
      platform,
      ...spamMark(spam_reason),
    };
  });
}

function composeNotice(recipient: string, platform: string, reference: string) {
  return composeEmail({
    kind: "deletion-done",
    recipient,
    subject: "Your data has been deleted",
    lines: [
      "Hello,",
      `You asked us to delete your data from ${platform}. This is now done. Your reference was ${reference}.`,
      "We keep the request itself, to show that we did what you asked. We also keep what a law makes us keep.",
      "Is something not as you asked? Call us, and give us this reference.",
    ],
    headers: { "Auto-Submitted": "auto-generated" },
  });
}
