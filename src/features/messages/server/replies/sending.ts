import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { SendingReply } from "../../contract/replies.ts";
import { type Owner, ownerColumns } from "../conversation-page/owner.ts";

export function findSending(db: Kysely<Database>, owner: Owner) {
  return db
    .selectFrom("conversation_replies")
    .select(["id", "staff_id", "staff_name", "send_at"])
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("entry_id", "is", null)
    .where("stopped", "=", "")
    .executeTakeFirst();
}

/** The pending reply of a conversation, as pages show it. @param now milliseconds since 1970 */
export async function readSending(
  db: Kysely<Database>,
  owner: Owner,
  now: number,
): Promise<SendingReply | null> {
  const row = await findSending(db, owner);
  if (!row) return null;
  return { id: row.id, staffId: row.staff_id, inMs: Math.max(0, Number(row.send_at) - now) };
}
