import type { Kysely, Transaction } from "kysely";
import { hasPermission, type StaffRole } from "../../../../platform/contract/desk/roles.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { ConversationKind } from "../../../messages/contract/replies.ts";
import { ownerColumns } from "../../../messages/server/conversation-page/owner.ts";

const stopReasons = ["logged-out", "sign-in", "disabled", "roles"] as const;

/** Why a reply that was about to be sent is not, because of its writer. */
export type StopReason = (typeof stopReasons)[number];

/** Whether staff with these roles may write to people there. */
export function mayReply(roles: readonly StaffRole[], kind: ConversationKind): boolean {
  return hasPermission(roles, kind === "case" ? "inbox-work" : "applications");
}

/**
 * Stops the replies of a staff member that are not sent yet, in the transaction that ends their
 * session or takes their role. The job of replies turns each into a draft; none is sent before.
 * @param kinds conversations in which they are stopped
 */
export async function stopReplies(
  trx: Transaction<Database>,
  staffId: string,
  reason: StopReason,
  kinds: readonly ConversationKind[] = ["case", "application"],
): Promise<void> {
  for (const kind of kinds) {
    await trx
      .updateTable("conversation_replies")
      .set({ stopped: reason })
      .where("staff_id", "=", staffId)
      .where("entry_id", "is", null)
      .where(ownerColumns[kind], "is not", null)
      .execute();
  }
}

export async function countPendingReplies(db: Kysely<Database>, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom("conversation_replies")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("staff_id", "=", staffId)
    .where("entry_id", "is", null)
    .where("stopped", "=", "")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Reads the column `stopped`; undefined for a reply that is to be sent. */
export function readStopReason(stored: string): StopReason | undefined {
  return stopReasons.find((reason) => reason === stored);
}
