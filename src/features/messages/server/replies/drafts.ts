import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import {
  type ConversationKind,
  type NewReply,
  type ReplyDraft,
  statusesAfterReply,
} from "../../contract/replies.ts";
import { type Owner, ownerColumns, ownerValues } from "../conversation-page/owner.ts";
import { readFiles } from "../reply-files/attached-files.ts";

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
  const files = await readFiles(db, "draft_id", [row.id]);
  return {
    files: files.get(row.id) ?? [],
    text: row.text,
    blanks: JSON.parse(row.blanks),
    statusAfter: row.status_after,
    templateId: row.template_id,
    savedAt: new Date(Number(row.saved_at)).toISOString(),
  };
}

/** @throws ApiError "not-found" */
export async function findOwner(
  trx: Transaction<Database>,
  { kind, reference }: SubjectName,
): Promise<Owner> {
  const found = await trx
    .selectFrom(kind === "case" ? "cases" : "applications")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  return { kind, id: found.id };
}

/**
 * Saves a draft; an empty text removes it, unless files are attached. The version of the case or application does not change.
 * @returns when it was saved, ISO 8601; null if it was removed
 * @throws ApiError "not-found"
 */
export async function saveDraft(
  trx: Transaction<Database>,
  name: SubjectName,
  staffId: string,
  draft: NewReply,
  now: number,
): Promise<{ readonly savedAt: string | null }> {
  const owner = await findOwner(trx, name);
  const id = await storeDraft(trx, owner, staffId, draft, now);
  const isRemoved = await removeEmptyDraft(trx, id);
  return { savedAt: isRemoved ? null : new Date(now).toISOString() };
}

/** The staff member's draft, begun if there is none, and locked. @returns its id */
export async function openDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
  now: number,
): Promise<string> {
  const begun = await readDraft(trx, owner, staffId);
  const statusAfter = owner.kind === "case" ? statusesAfterReply[0] : "";
  const empty = { text: "", blanks: {}, statusAfter, templateId: "" };
  return storeDraft(trx, owner, staffId, begun ?? empty, now);
}

/** Removes a draft without text and files. @returns whether it did */
export async function removeEmptyDraft(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom("conversation_drafts")
    .select("text")
    .where("id", "=", id)
    .executeTakeFirst();
  const files = await readFiles(trx, "draft_id", [id]);
  if (row?.text.trim() !== "" || files.size > 0) return false;
  await trx.deleteFrom("conversation_drafts").where("id", "=", id).execute();
  return true;
}

/** @returns its id */
export async function storeDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
  { text, blanks, statusAfter, templateId }: NewReply,
  now: number,
): Promise<string> {
  const values = {
    text,
    blanks: JSON.stringify(blanks),
    status_after: statusAfter,
    template_id: templateId,
    saved_at: now,
  };
  const { id } = await trx
    .insertInto("conversation_drafts")
    .values({ id: orderedId(), ...ownerValues(owner), staff_id: staffId, ...values })
    .onConflict((conflict) =>
      conflict.columns([ownerColumns[owner.kind], "staff_id"]).doUpdateSet(values),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** @returns its id */
export async function addToDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
  written: NewReply,
  now: number,
): Promise<string> {
  const begun = await readDraft(trx, owner, staffId);
  const text = begun?.text ? `${begun.text}\n\n${written.text}` : written.text;
  const blanks = { ...begun?.blanks, ...written.blanks };
  return storeDraft(trx, owner, staffId, { ...written, text, blanks }, now);
}

/** Removes the draft of what is sent; files that its writer did not see remain in it. */
export async function endDraft(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
): Promise<void> {
  const ended = await trx
    .updateTable("conversation_drafts")
    .set({ text: "", blanks: "{}", template_id: "" })
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("staff_id", "=", staffId)
    .returning("id")
    .execute();
  for (const { id } of ended) await removeEmptyDraft(trx, id);
}

/** Id of the draft that a staff member has in a conversation. */
export async function findDraftId(
  trx: Transaction<Database>,
  owner: Owner,
  staffId: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom("conversation_drafts")
    .select("id")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("staff_id", "=", staffId)
    .executeTakeFirst();
  return row?.id;
}
