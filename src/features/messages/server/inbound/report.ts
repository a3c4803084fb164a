import type { Transaction } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emailIdOf } from "../../../../platform/server/mail/message-id.ts";
import type {
  ConversationContext,
  LockedConversation,
} from "../conversation-page/locked-conversation.ts";
import { type Owner, ownerColumns } from "../conversation-page/owner.ts";
import { notifyUndelivered } from "../conversation-page/undelivered.ts";
import type { DeliveryReport, InboundEmail } from "./inbound-email.ts";
import type { Addressed } from "./match-conversation.ts";

/**
 * The reply that a delivery report is about: by the ID of its email, or without one the newest
 * reply, if the report is about the person's address.
 */
export async function findReportedReply(
  trx: Transaction<Database>,
  { owner, email }: Addressed,
  report: DeliveryReport | null,
): Promise<string | null> {
  const emailId = emailIdOf(report?.messageId ?? "");
  if (emailId !== undefined) {
    const row = await selectReplies(trx, owner).where("email_id", "=", emailId).executeTakeFirst();
    return row?.id ?? null;
  }
  const recipient = emailKey(report?.recipient ?? "");
  if (recipient !== "" && recipient !== email) return null;
  const row = await selectReplies(trx, owner)
    .where("email_id", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

function selectReplies(trx: Transaction<Database>, owner: Owner) {
  return trx
    .selectFrom("conversation_replies")
    .select("id")
    .where(ownerColumns[owner.kind], "=", owner.id);
}

/** Marks a reply as not delivered, and opens its conversation again; a delay only shows. */
export async function applyReport(
  trx: Transaction<Database>,
  conversation: LockedConversation,
  replyId: string | null,
  { kind, report }: InboundEmail,
  context: ConversationContext,
): Promise<void> {
  if (kind === "delayed") {
    await conversation.touch();
    return;
  }
  if (replyId === null) {
    await conversation.touch("email-undelivered");
    return;
  }
  const now = context.now();
  await trx
    .updateTable("conversation_replies")
    // The mail server had accepted it; otherwise the outbox would report it as sent once more.
    .set(({ fn, val }) => ({
      delivered_at: fn.coalesce("delivered_at", val(now)),
      failed_at: now,
      failure: report?.status || "bounced",
    }))
    .where("id", "=", replyId)
    .execute();
  await notifyUndelivered(trx, conversation, context);
}
