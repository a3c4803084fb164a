import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { lockConversation, notifyStaff } from "./change-conversation.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";
import type { Owner } from "./owner.ts";

/** Opens the conversation of a reply that was not delivered, and notifies its assignee. */
export async function reopenUndelivered(
  trx: Transaction<Database>,
  owner: Owner,
  context: ConversationContext,
): Promise<void> {
  await notifyUndelivered(trx, await lockConversation(trx, owner, context), context);
}

/** The same for a locked conversation. */
export async function notifyUndelivered(
  trx: Transaction<Database>,
  conversation: LockedConversation,
  context: ConversationContext,
): Promise<void> {
  await conversation.reopen("reply-undelivered");
  if (conversation.notifiesStaff) await notifyStaff(trx, conversation, context, "undelivered");
}
