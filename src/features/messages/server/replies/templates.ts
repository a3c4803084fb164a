import { randomUUIDv7 } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { StaffSession } from "../../../staff/server/access/staff-session.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { type ReplyTemplate, replyLimits } from "../../contract/replies.ts";

const maxShared = 500;

type NewTemplate = Pick<ReplyTemplate, "topic" | "name" | "text" | "isShared">;
type Reader = Pick<StaffSession, "staffId" | "roles">;

/** A staff member's own templates and the shared ones, by name. */
export async function listTemplates(
  db: Kysely<Database>,
  topic: ConversationKind,
  reader: Reader,
): Promise<readonly ReplyTemplate[]> {
  const rows = await db
    .selectFrom("reply_templates")
    .selectAll()
    .where("topic", "=", topic)
    .where((row) => row.or([row("staff_id", "=", reader.staffId), row("is_shared", "=", 1)]))
    .orderBy("name")
    .orderBy("id")
    .limit(replyLimits.templates + maxShared)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    topic,
    name: row.name,
    text: row.text,
    isShared: row.is_shared === 1,
    isEditable: mayChange(row, reader),
    staffId: row.staff_id,
  }));
}

/** Adds a template. @throws ApiError "invalid" over the limit */
export async function addTemplate(
  trx: Transaction<Database>,
  template: NewTemplate,
  reader: Reader,
  actor: Actor,
  now: number,
): Promise<{ readonly id: string }> {
  const own = await trx
    .selectFrom("reply_templates")
    .select("id")
    .where("staff_id", "=", reader.staffId)
    .execute();
  if (own.length >= replyLimits.templates) {
    const message = `You can have ${replyLimits.templates} templates. Remove one first.`;
    throw new ApiError("invalid", { fields: { name: message } });
  }
  const id = randomUUIDv7();
  await trx
    .insertInto("reply_templates")
    .values({ id, staff_id: reader.staffId, ...columnsOf(template), changed_at: now })
    .execute();
  await note(trx, actor, "Added", template, now);
  return { id };
}

/** Changes a template. @throws ApiError "not-found", "not-allowed" */
export async function changeTemplate(
  trx: Transaction<Database>,
  id: string,
  template: NewTemplate,
  reader: Reader,
  actor: Actor,
  now: number,
): Promise<void> {
  const stored = await findChangeable(trx, id, template.topic, reader);
  await trx
    .updateTable("reply_templates")
    .set({ ...columnsOf(template), changed_at: now })
    .where("id", "=", id)
    .execute();
  await note(
    trx,
    actor,
    "Changed",
    { ...template, isShared: template.isShared || stored.is_shared === 1 },
    now,
  );
}

/** Removes a template. @throws ApiError "not-found", "not-allowed" */
export async function removeTemplate(
  trx: Transaction<Database>,
  id: string,
  topic: ConversationKind,
  reader: Reader,
  actor: Actor,
  now: number,
): Promise<void> {
  const stored = await findChangeable(trx, id, topic, reader);
  await trx.deleteFrom("reply_templates").where("id", "=", id).execute();
  await note(trx, actor, "Removed", { topic, isShared: stored.is_shared === 1 }, now);
}

/** One's own, or a shared one with the permission for settings. */
function mayChange(
  row: { readonly staff_id: string | null; readonly is_shared: number },
  { staffId, roles }: Reader,
): boolean {
  return row.staff_id === staffId || (row.is_shared === 1 && hasPermission(roles, "settings"));
}

async function findChangeable(
  trx: Transaction<Database>,
  id: string,
  topic: ConversationKind,
  reader: Reader,
) {
  const row = await trx
    .selectFrom("reply_templates")
    .select(["staff_id", "is_shared"])
    .where("id", "=", id)
    .where("topic", "=", topic)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.is_shared === 0 && row.staff_id !== reader.staffId)) {
    throw new ApiError("not-found");
  }
  if (!mayChange(row, reader)) throw new ApiError("not-allowed");
  return row;
}

function columnsOf({ topic, name, text, isShared }: NewTemplate) {
  return { topic, name, text, is_shared: isShared ? 1 : 0 };
}

/** Changes to a staff member's own templates are not audited. */
async function note(
  trx: Transaction<Database>,
  actor: Actor,
  act: string,
  { topic, isShared }: Pick<NewTemplate, "topic" | "isShared">,
  now: number,
): Promise<void> {
  if (!isShared) return;
  const what = `${act} a shared template${topic === "application" ? " for applicants" : ""}`;
  await writeAudit(trx, actor, { kind: "change", what, target: "Templates" }, now);
}
