import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Owner } from "../conversations/owner.ts";
import { lockConversation, tellStaff } from "./change-conversation.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";

/** Opens the conversation of a reply that was not delivered, and notifies its assignee. */
export async function reopenUndelivered(
  trx: Transaction<Database>,
  owner: Owner,
  context: ConversationContext,
): Promise<void> {
  await tellUndelivered(trx, await lockConversation(trx, owner, context), context);
}

/** The same for a locked conversation. */
export async function tellUndelivered(
  trx: Transaction<Database>,
  conversation: LockedConversation,
  context: ConversationContext,
): Promise<void> {
  await conversation.reopen("Reply not delivered");
  if (conversation.tellsStaff) await tellStaff(trx, conversation, context, "undelivered");
}
