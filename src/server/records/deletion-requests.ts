import { dataDeletionForm } from "../../contract/forms/data-deletion.ts";
import type { DatabaseClient } from "../platform/db/client.ts";
import { composeEmail } from "../platform/mail/compose.ts";
import { queueEmail } from "../platform/mail/outbox.ts";

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
export function finishDeletionRequest(
  { write }: DatabaseClient,
  reference: string,
  now: number,
): Promise<DeletionOutcome> {
  return write(async (trx) => {
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
