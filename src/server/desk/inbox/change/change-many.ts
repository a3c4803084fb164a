import type { Transaction } from "kysely";
import {
  type CaseEdit,
  type CaseStatus,
  inboxLimits,
  undoSeconds,
} from "../../../../contract/desk/inbox.ts";
import { seconds } from "../../../../contract/durations.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Database } from "../../../platform/db/schema.ts";
import type { Actor } from "../../audit/write-audit.ts";
import { consumeStaffToken, issueStaffToken } from "../../sign-in/staff-tokens.ts";
import { applyEdit, type ChangeContext, lockCase } from "./change-case.ts";

/** Additional time for the undo request to arrive, in milliseconds. */
const graceMs = seconds(5);

/** One case's values before the change, and its version after it. */
interface UndoStep {
  readonly reference: string;
  readonly version: number;
  readonly edit: CaseEdit;
  readonly times: ReturnType<typeof timesOf>;
}

interface CaseVersion {
  readonly reference: string;
  readonly version: number;
}

/** The change of several cases: it adds a tag instead of replacing all. */
type EditOfMany = Omit<CaseEdit, "tags"> & { readonly addTag?: string | undefined };

/**
 * Changes several cases in one transaction. Cases that changed since they were read are skipped.
 */
export async function changeMany(
  trx: Transaction<Database>,
  cases: readonly CaseVersion[],
  { addTag, ...edit }: EditOfMany,
  actor: Actor,
  context: ChangeContext,
) {
  const steps: UndoStep[] = [];
  const conflicts: string[] = [];
  // In a fixed order, so that two such changes cannot deadlock.
  const sorted = cases.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  for (const { reference, version } of sorted) {
    const before = await lockCase(trx, reference);
    if (before?.version !== version) {
      conflicts.push(reference);
      continue;
    }
    const tags = await readTags(trx, before.id);
    const canAddTag =
      addTag === undefined || tags.includes(addTag) || tags.length < inboxLimits.tags;
    if (!canAddTag) {
      conflicts.push(reference);
      continue;
    }
    const next = addTag === undefined ? edit : { ...edit, tags: [...tags, addTag] };
    if (!(await applyEdit(trx, before, next, actor, context))) continue;
    const undo: CaseEdit = {
      ...(edit.status !== undefined && { status: before.status as CaseStatus }),
      ...(edit.assigneeId !== undefined && { assigneeId: before.assignee_id }),
      ...(edit.isSpam !== undefined && { isSpam: before.scope === "spam" }),
      ...(addTag !== undefined && { tags }),
    };
    steps.push({ reference, version: version + 1, edit: undo, times: timesOf(before) });
  }
  return {
    changed: steps.length,
    conflicts,
    undo:
      steps.length > 0
        ? await issueStaffToken(
            trx,
            {
              kind: "undo-cases",
              staffId: actor.staffId,
              data: JSON.stringify(steps),
              lifetimeMs: seconds(undoSeconds) + graceMs,
            },
            context.now(),
          )
        : null,
  };
}

/**
 * Undoes a change of several cases, except where they changed since.
 * @param token the `undo` of `changeMany`, of the same staff member
 * @throws ApiError "link-expired" if it is too late
 */
export async function undoMany(
  trx: Transaction<Database>,
  token: string,
  actor: Actor,
  context: ChangeContext,
): Promise<{ readonly restored: number }> {
  const undo = await consumeStaffToken(trx, token, ["undo-cases"], context.now());
  if (undo?.staff_id !== actor.staffId) {
    throw new ApiError("link-expired", { message: "It is too late to undo this." });
  }
  let restored = 0;
  for (const { reference, version, edit, times } of JSON.parse(undo.data) as UndoStep[]) {
    const present = await lockCase(trx, reference);
    if (present?.version !== version) continue;
    if (!(await applyEdit(trx, present, edit, actor, context))) continue;
    // The clocks continue as if nothing had happened: the edit alone would start new ones.
    await trx.updateTable("cases").set(times).where("id", "=", present.id).execute();
    restored += 1;
  }
  return { restored };
}

/** The clocks of a case, which an undo restores. */
function timesOf(row: NonNullable<Awaited<ReturnType<typeof lockCase>>>) {
  const { waiting_since, due_at, answered_at, answer_minutes, answer_in_time } = row;
  return { waiting_since, due_at, answered_at, answer_minutes, answer_in_time };
}

async function readTags(trx: Transaction<Database>, caseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("case_tags")
    .select("tag")
    .where("case_id", "=", caseId)
    .execute();
  return rows.map(({ tag }) => tag);
}
