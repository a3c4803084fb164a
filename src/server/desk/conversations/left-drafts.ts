import type { Kysely, Transaction } from "kysely";
import type { LeftDraft } from "../../../contract/desk/conversations/replies.ts";
import type { Database } from "../../platform/db/schema.ts";
import { type Owner, ownerColumns } from "../../records/conversations/owner.ts";
import { readRoles } from "../access/staff-session.ts";
import { mayReply } from "../access/stopped-replies.ts";

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

/** The same as pages show them. */
export async function readLeftDrafts(
  db: Kysely<Database>,
  owner: Owner,
): Promise<readonly LeftDraft[]> {
  const drafts = await findLeftDrafts(db, owner);
  return drafts.map(({ id, name, text, saved_at: savedAt }) => ({
    id,
    name,
    text,
    savedAt: new Date(Number(savedAt)).toISOString(),
  }));
}
