import type { Selectable, Transaction } from "kysely";
import { seconds } from "../../../../platform/contract/durations.ts";
import { hasEmail } from "../../../../platform/contract/email.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { maxTextLength } from "../../../texts/contract/consent.ts";
import {
  blankError,
  fillPlaceholders,
  findPlaceholders,
  knownValues,
} from "../../contract/placeholders.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { type NewReply, replyLimits, sendDelaySeconds } from "../../contract/replies.ts";
import { ownerOf, ownerValues } from "../conversation-page/owner.ts";
import { moveToDraft, moveToReply } from "../reply-files/attached-files.ts";
import { addToDraft, endDraft, findDraftId, type SubjectName, storeDraft } from "./drafts.ts";
import { lockReply, lockSubject } from "./lock-subject.ts";
import { findSending } from "./sending.ts";
import type { SendContext, Subject } from "./subject.ts";

export interface Writer extends Actor {
  readonly staffId: string;
}

export interface ScheduledReply extends NewReply {
  readonly version: number;
  /** Ids of the attached files: of the draft, or of that of an email that staff begin. */
  readonly files?: readonly string[];
  readonly newDraftId?: string | undefined;
}

/**
 * Makes a reply due in `sendDelaySeconds`. The stored row is what counts, so it is sent once even
 * if this process dies. Deletes the draft.
 * @throws ApiError "not-found", "case-changed", "invalid" for a text that cannot be sent
 */
export async function scheduleReply(
  trx: Transaction<Database>,
  name: SubjectName,
  { version, files = [], newDraftId, ...reply }: ScheduledReply,
  writer: Writer,
  context: SendContext,
): Promise<void> {
  const now = context.now();
  const subject = await lockSubject(trx, name, context);
  if (!subject) throw new ApiError("not-found");
  const sending = await findSending(trx, subject.owner);
  if (sending) {
    throw new ApiError("case-changed", {
      message: `${sending.staff_name} is sending a reply to this right now.`,
    });
  }
  if (subject.version !== version) throw await subject.describeConflict();
  const text = fillReply(subject, reply, writer.name);
  if (subject.textTo !== undefined && files.length > 0) {
    throw new ApiError("invalid", { fields: { text: "Send files by email: texts carry none." } });
  }
  const letter = (await subject.findLetter?.({ ...reply, text, files })) ?? "";
  const id = orderedId();
  await trx
    .insertInto("conversation_replies")
    .values({
      id,
      ...ownerValues(subject.owner),
      staff_id: writer.staffId,
      staff_name: writer.name,
      origin: writer.origin,
      created_at: now,
      send_at: now + seconds(sendDelaySeconds),
      text,
      draft: JSON.stringify(reply),
      template: await findTemplateName(trx, name.kind, reply.templateId, writer.staffId),
      letter,
      status_after: reply.statusAfter,
      entry_id: null,
      email_id: null,
      delivered_at: null,
      failed_at: null,
      failure: "",
    })
    .execute();
  const from =
    newDraftId === undefined
      ? (["draft_id", await findDraftId(trx, subject.owner, writer.staffId)] as const)
      : (["new_draft_id", newDraftId] as const);
  await moveToReply(trx, files, from, id);
  await endDraft(trx, subject.owner, writer.staffId);
  await subject.touch(now);
}

/**
 * Undoes one's own unsent reply; it becomes the draft again.
 * @returns the reference of its subject
 * @throws ApiError "not-found", "link-expired" if it was sent
 */
export async function undoReply(
  trx: Transaction<Database>,
  kind: ConversationKind,
  id: string,
  staffId: string,
  context: SendContext,
): Promise<string> {
  const found = await lockReply(trx, id, context, kind);
  if (found?.reply.staff_id !== staffId) throw new ApiError("not-found");
  const { subject, reply } = found;
  if (reply.entry_id !== null) {
    throw new ApiError("link-expired", { message: "It is too late to undo this: it is sent." });
  }
  const now = context.now();
  const draftId = await storeDraft(trx, subject.owner, staffId, JSON.parse(reply.draft), now);
  await moveToDraft(trx, "reply_id", id, draftId);
  await trx.deleteFrom("conversation_replies").where("id", "=", id).execute();
  await subject.touch(now);
  return subject.reference;
}

/** Turns an unsent reply back into its writer's draft, below any newer draft. */
export async function returnToDraft(
  trx: Transaction<Database>,
  reply: Selectable<Database["conversation_replies"]>,
  now: number,
): Promise<void> {
  const owner = ownerOf(reply);
  const draftId = await addToDraft(trx, owner, reply.staff_id, JSON.parse(reply.draft), now);
  await moveToDraft(trx, "reply_id", reply.id, draftId);
  await trx.deleteFrom("conversation_replies").where("id", "=", reply.id).execute();
}

type Filled = Pick<Subject, "name" | "email" | "reference" | "obstacle" | "textTo">;

/** @throws ApiError "invalid" for a person without address, no text or an unfilled blank */
export function fillReply(
  { name, email, reference, obstacle, textTo }: Filled,
  { text, blanks }: NewReply,
  writer: string,
): string {
  const isText = textTo !== undefined;
  const rejection =
    (email === "" || !hasEmail(email)) && !isText ? "This person gave no email address." : obstacle;
  if (rejection !== undefined) throw new ApiError("invalid", { fields: { text: rejection } });
  const known = knownValues({ name, reference }, writer);
  const filled = fillPlaceholders(fillPlaceholders(text, known), blanks).trim();
  const missing = findPlaceholders(filled);
  if (missing.length > 0) {
    const fields = missing.map((one) => [`blanks.${one}`, blankError(one)]);
    throw new ApiError("invalid", { fields: Object.fromEntries(fields) });
  }
  const max = isText ? maxTextLength : replyLimits.text;
  if (filled.length > max) {
    const message = `Write at most ${max.toLocaleString("en-US")} characters.`;
    throw new ApiError("invalid", { fields: { text: message } });
  }
  return filled;
}

async function findTemplateName(
  trx: Transaction<Database>,
  topic: ConversationKind,
  id: string,
  staffId: string,
): Promise<string> {
  if (id === "") return "";
  const row = await trx
    .selectFrom("reply_templates")
    .select("name")
    .where("id", "=", id)
    .where("topic", "=", topic)
    .where((row) => row.or([row("staff_id", "=", staffId), row("is_shared", "=", 1)]))
    .executeTakeFirst();
  return row?.name ?? "";
}
