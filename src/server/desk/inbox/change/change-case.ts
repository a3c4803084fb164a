import type { Kysely, Selectable, Transaction } from "kysely";
import {
  type CaseEdit,
  type CaseStatus,
  inboxLimits,
  statusNames,
} from "../../../../contract/desk/inbox.ts";
import { hasPermission } from "../../../../contract/desk/roles.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { recordAnswer } from "../../../records/cases/answers.ts";
import { addHistory, saveCase } from "../../../records/cases/save-case.ts";
import type { MailContext } from "../../../records/conversations/queue-email.ts";
import { removeSpamMark, setSpamMark } from "../../../submissions/review.ts";
import { readRoles } from "../../access/staff-session.ts";
import { type Actor, writeAudit } from "../../audit/write-audit.ts";

type Case = Selectable<Database["cases"]>;

/** Dependencies of changing cases: "Not spam" sends the held-back email, with its link. */
export interface ChangeContext extends MailContext {
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Changes a case that has not changed since the version that the change is based on. History and
 * audit log record what changed.
 * @throws ApiError "not-found", "case-changed", "invalid" for an assignee or tags that are not
 * allowed
 */
export async function changeCase(
  trx: Transaction<Database>,
  reference: string,
  version: number,
  edit: CaseEdit,
  actor: Actor,
  context: ChangeContext,
): Promise<void> {
  const before = await lockCase(trx, reference);
  if (!before) throw new ApiError("not-found");
  if (before.version !== version) throw await describeConflict(trx, before.id);
  await applyEdit(trx, before, edit, actor, context);
}

/** The row of a case, locked until the commit. */
export function lockCase(trx: Transaction<Database>, reference: string): Promise<Case | undefined> {
  return trx
    .selectFrom("cases")
    .selectAll()
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Applies a change to a locked case; values that are already set change nothing.
 * @returns whether anything changed
 */
export async function applyEdit(
  trx: Transaction<Database>,
  before: Case,
  { status, assigneeId, tags, isSpam }: CaseEdit,
  actor: Actor,
  context: ChangeContext,
): Promise<boolean> {
  const now = context.now();
  const was = { isSpam: before.scope === "spam", status: before.status as CaseStatus };
  const sentences: string[] = [];
  if (status !== undefined && status !== was.status) {
    sentences.push(`Status: ${statusNames[was.status]} to ${statusNames[status]}`);
  }
  if (assigneeId !== undefined && assigneeId !== before.assignee_id) {
    sentences.push(await assign(trx, before.assignee_id, assigneeId));
  }
  if (isSpam !== undefined && isSpam !== was.isSpam) {
    const { reference } = before;
    if (isSpam) await setSpamMark(trx, reference);
    else await removeSpamMark(trx, reference, now, context);
    sentences.push(isSpam ? "Marked as spam" : "Marked as not spam");
  }
  if (tags !== undefined) sentences.push(...(await replaceTags(trx, before, tags)));
  if (sentences.length === 0) return false;
  await saveCase(
    trx,
    before,
    {
      ...(status !== undefined && { status }),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(isSpam !== undefined && { isSpam }),
    },
    now,
  );
  // Setting one of these means that the person was answered, by a reply or by phone.
  const isAnswer = status === "waiting" || status === "done";
  if (isAnswer && status !== was.status) await recordAnswer(trx, before, now);
  for (const what of sentences) {
    await addHistory(trx, before.id, actor.staffId, what, now);
    await writeAudit(trx, actor, { kind: "change", what, target: before.reference }, now);
  }
  return true;
}

/** Checks that the assignee can work on cases. @returns the change as a sentence */
async function assign(
  trx: Transaction<Database>,
  from: string | null,
  to: string | null,
): Promise<string> {
  const people = await trx
    .selectFrom("staff")
    .select(["id", "name", "roles", "disabled_at", "joined_at"])
    .where("id", "in", [from ?? "", to ?? ""])
    .execute();
  const next = people.find(({ id }) => id === to);
  const isAble =
    next?.disabled_at === null &&
    next.joined_at !== null &&
    hasPermission(readRoles(next.roles), "inbox-work");
  if (to !== null && !isAble) {
    throw new ApiError("invalid", { fields: { assigneeId: "Choose somebody who answers cases." } });
  }
  const nameOf = (id: string | null) => people.find((one) => one.id === id)?.name ?? "Nobody";
  return `Assigned: ${nameOf(from)} to ${nameOf(to)}`;
}

/** @returns the changes as sentences */
async function replaceTags(
  trx: Transaction<Database>,
  { id, scope, active_at, number }: Case,
  wanted: readonly string[],
): Promise<string[]> {
  const rows = await trx.selectFrom("case_tags").select("tag").where("case_id", "=", id).execute();
  const present = new Set(rows.map(({ tag }) => tag));
  const next = new Set(wanted);
  if (next.size > inboxLimits.tags) {
    throw new ApiError("invalid", {
      fields: { tags: `A case has at most ${inboxLimits.tags} tags.` },
    });
  }
  const added = [...next].filter((tag) => !present.has(tag));
  const removed = [...present].filter((tag) => !next.has(tag));
  if (removed.length > 0) {
    await trx
      .deleteFrom("case_tags")
      .where("case_id", "=", id)
      .where("tag", "in", removed)
      .execute();
  }
  if (added.length > 0) {
    await trx
      .insertInto("case_tags")
      .values(added.map((tag) => ({ case_id: id, tag, scope, active_at, number })))
      .execute();
  }
  return [
    ...added.map((tag) => `Tag added: ${tag}`),
    ...removed.map((tag) => `Tag removed: ${tag}`),
  ];
}

/** The error for a change that is based on an old version: who changed what last. */
export async function describeConflict(db: Kysely<Database>, caseId: string): Promise<ApiError> {
  const last = await db
    .selectFrom("case_changes")
    .leftJoin("staff", "staff.id", "case_changes.staff_id")
    .select(["case_changes.what", "staff.name"])
    .where("case_changes.case_id", "=", caseId)
    .orderBy("case_changes.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return new ApiError("case-changed");
  return new ApiError("case-changed", {
    message: `${last.name ?? "Somebody"} changed this. ${last.what}.`,
  });
}
