import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { ConversationKind, NewReply, ReplyDraft } from "../../contract/replies.ts";
import { type Owner, ownerColumns, ownerValues } from "../conversation-page/owner.ts";

/** The subject of a reply: its kind and its reference. */
export interface SubjectName {
  readonly kind: ConversationKind;
  readonly reference: string;
}

/** The draft that a staff member has in a conversation; null without one. */
export async function readDraft(
  db: Kysely<Database>,
  owner: Owner,
  staffId: string,
): Promise<ReplyDraft | null> {
  const row = await db
    .selectFrom("conversation_drafts")
    .selectAll()
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("staff_id", "=", staffId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    text: row.text,
    blanks: JSON.parse(row.blanks),
    statusAfter: row.status_after,
    templateId: row.template_id,
    savedAt: new Date(Number(row.saved_at)).toISOString(),
  };
}

/**
 * Saves a draft; an empty text removes it. The version of the case or application does not change.
 * @returns when it was saved, ISO 8601; null if it was removed
 * @throws ApiError "not-found"
 */
export async function saveDraft(
  trx: Transaction<Database>,
  { kind, reference }: SubjectName,
  staffId: string,
  draft: NewReply,
  now: number,
): Promise<{ readonly savedAt: string | null }> {
  const found = await trx
    .selectFrom(kind === "case" ? "cases" : "applications")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const owner = { kind, id: found.id };
  if (draft.text.trim() === "") {
    await removeDraft(trx, owner, staffId);
    return { savedAt: null };
  }
  await storeDraft(trx, owner, staffId, draft, now);
  return { savedAt: new Date(now).toISOString() };
}

export async function storeDraft(
  trx: Transaction<Database>,
  owner: Owner,
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
    .insertInto("conversation_drafts")
    .values({ id: orderedId(), ...ownerValues(owner), staff_id: staffId, ...values })
    .onConflict((conflict) =>
      conflict.columns([ownerColumns[owner.kind], "staff_id"]).doUpdateSet(values),
    )
    .execute();
}

export async function addToDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
  written: NewReply,
  now: number,
): Promise<void> {
  const begun = await readDraft(trx, owner, staffId);
  const text = begun ? `${begun.text}\n\n${written.text}` : written.text;
  const blanks = { ...begun?.blanks, ...written.blanks };
  await storeDraft(trx, owner, staffId, { ...written, text, blanks }, now);
}

export async function removeDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
): Promise<void> {
  await trx
    .deleteFrom("conversation_drafts")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("staff_id", "=", staffId)
    .execute();
}
