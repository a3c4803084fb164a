import type { Kysely, Transaction } from "kysely";
import type { NewReply, ReplyDraft, StatusAfterReply } from "../../../../contract/desk/replies.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Database } from "../../../platform/db/schema.ts";

/** The reply that somebody is writing to a case; null without. */
export async function readDraft(
  db: Kysely<Database>,
  caseId: string,
  staffId: string,
): Promise<ReplyDraft | null> {
  const row = await db
    .selectFrom("case_drafts")
    .selectAll()
    .where("case_id", "=", caseId)
    .where("staff_id", "=", staffId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    text: row.text,
    blanks: JSON.parse(row.blanks),
    statusAfter: row.status_after as StatusAfterReply,
    templateId: row.template_id,
    savedAt: new Date(Number(row.saved_at)).toISOString(),
  };
}

/**
 * Keeps what somebody is writing; an empty text removes it. The case counts as unchanged.
 * @param now milliseconds since 1970
 * @returns when it was saved, ISO 8601; null if it was removed
 * @throws ApiError "not-found"
 */
export async function saveDraft(
  trx: Transaction<Database>,
  reference: string,
  staffId: string,
  draft: NewReply,
  now: number,
): Promise<{ readonly savedAt: string | null }> {
  const found = await trx
    .selectFrom("cases")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  if (draft.text.trim() === "") {
    await removeDraft(trx, found.id, staffId);
    return { savedAt: null };
  }
  await storeDraft(trx, found.id, staffId, draft, now);
  return { savedAt: new Date(now).toISOString() };
}

/** Stores a draft in the place of the one before. */
export async function storeDraft(
  trx: Transaction<Database>,
  caseId: string,
  staffId: string,
  { text, blanks, statusAfter, templateId }: NewReply,
  now: number,
): Promise<void> {
  const values = {
    text,
    blanks: JSON.stringify(blanks),
    status_after: statusAfter,
    template_id: templateId,
    saved_at: now,
  };
  await trx
    .insertInto("case_drafts")
    .values({ case_id: caseId, staff_id: staffId, ...values })
    .onConflict((conflict) => conflict.columns(["case_id", "staff_id"]).doUpdateSet(values))
    .execute();
}

export async function removeDraft(
  trx: Transaction<Database>,
  caseId: string,
  staffId: string,
): Promise<void> {
  await trx
    .deleteFrom("case_drafts")
    .where("case_id", "=", caseId)
    .where("staff_id", "=", staffId)
    .execute();
}
