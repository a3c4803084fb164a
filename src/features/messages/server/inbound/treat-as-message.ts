import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { EmailSender } from "../../contract/inbound-emails.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { lockConversation } from "../conversation-page/change-conversation.ts";
import type { ConversationContext } from "../conversation-page/locked-conversation.ts";
import { ownerOf } from "../conversation-page/owner.ts";
import { takeEffect } from "./add-email.ts";

const automatic: readonly string[] = ["auto-reply", "reaction"];

/**
 * Makes an automatic reply or a reaction a message, with the effects of one.
 * @returns the reference of its case or application
 * @throws ApiError "not-found", also for an email that is a message already
 */
export async function treatAsMessage(
  trx: Transaction<Database>,
  kind: ConversationKind,
  emailId: string,
  context: ConversationContext,
): Promise<string> {
  const email = await trx
    .selectFrom("conversation_inbound_emails as emails")
    .innerJoin("conversation_entries as entries", "entries.id", "emails.entry_id")
    .select(["emails.case_id", "emails.application_id", "emails.kind", "emails.sender"])
    .select("entries.text")
    .where("emails.id", "=", emailId)
    .executeTakeFirst();
  const owner = email && ownerOf(email);
  if (!email || owner?.kind !== kind) throw new ApiError("not-found");
  // The conversation first, as everywhere, so that two transactions cannot deadlock.
  const conversation = await lockConversation(trx, owner, context);
  const changed = await trx
    .updateTable("conversation_inbound_emails")
    .set({ kind: "message", is_quiet: 0 })
    .where("id", "=", emailId)
    .where("kind", "in", automatic)
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw new ApiError("not-found");
  const { text, sender } = email;
  await takeEffect(trx, conversation, { text, sender: sender as EmailSender }, context);
  return conversation.reference;
}
