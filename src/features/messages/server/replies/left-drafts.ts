import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import { mayReply } from "../../../staff/server/access/stopped-replies.ts";
import type { LeftDraft } from "../../contract/replies.ts";
import { type Owner, ownerColumns } from "../conversation-page/owner.ts";
import { readFiles } from "../reply-files/attached-files.ts";

/** The unsent replies of a conversation whose writers can no longer send them, oldest first. */
export async function findLeftDrafts(db: Kysely<Database> | Transaction<Database>, owner: Owner) {
  const rows = await db
    .selectFrom("conversation_drafts")
    .innerJoin("staff", "staff.id", "conversation_drafts.staff_id")
    .selectAll("conversation_drafts")
    .select(["staff.name", "staff.roles", "staff.disabled_at"])
    .where(ownerColumns[owner.kind], "=", owner.id)
    .orderBy("conversation_drafts.saved_at")
    .execute();
  return rows.filter(
    ({ roles, disabled_at }) => disabled_at !== null || !mayReply(readRoles(roles), owner.kind),
  );
}

export async function readLeftDrafts(
  db: Kysely<Database>,
  owner: Owner,
): Promise<readonly LeftDraft[]> {
  const drafts = await findLeftDrafts(db, owner);
  const files = await readFiles(
    db,
    "draft_id",
    drafts.map(({ id }) => id),
  );
  return drafts.map(({ id, name, text, saved_at: savedAt }) => ({
    files: files.get(id) ?? [],
    id,
    name,
    text,
    savedAt: new Date(Number(savedAt)).toISOString(),
  }));
}
