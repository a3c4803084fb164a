import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { issueUndo, takeUndo } from "../../../staff/server/undo-tokens.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { closedStatuses, inboxLimits } from "../../contract/inbox.ts";
import type { CaseEdit } from "../../contract/inbox-endpoints.ts";
import { findMergeObstacle } from "../cases/merged-cases.ts";
import { applyEdit, type ChangeContext } from "./change-case.ts";
import { lockCase } from "./lock-case.ts";
import { readBefore, readTags, type UndoStep, undoStep } from "./undo-step.ts";

interface CaseVersion {
  readonly reference: string;
  readonly version: number;
}

/** The change of several cases: it adds a tag instead of replacing all. */
type EditOfMany = Omit<CaseEdit, "tags"> & { readonly addTag?: string | undefined };

/**
 * Changes several cases in one transaction. Cases that changed since they were read are skipped, and
 * so are requests to delete data that would be closed without their privacy case.
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
  const requests: string[] = [];
  const closes = edit.status !== undefined && closedStatuses.includes(edit.status);
  // In a fixed order, so that two such changes cannot deadlock.
  const sorted = cases.toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
  for (const { reference, version } of sorted) {
    const before = await lockCase(trx, reference);
    if (before?.version !== version || (await findMergeObstacle(trx, before.id))) {
      conflicts.push(reference);
      continue;
    }
    if (closes && (await isOpenPrivacyRequest(trx, before))) {
      requests.push(reference);
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
    const kept = await readBefore(trx, before);
    const events = await applyEdit(trx, before, next, actor, context);
    if (events.length > 0) steps.push({ reference, version, ...kept, events, at: context.now() });
  }
  return {
    changed: steps.length,
    conflicts,
    requests,
    undo: await issueCaseUndo(trx, steps, actor, context),
  };
}

/**
 * Keeps what an undo within `undoSeconds` needs.
 * @returns the token for `undoMany`; null if nothing changed
 */
export async function issueCaseUndo(
  trx: Transaction<Database>,
  steps: readonly UndoStep[],
  actor: Actor,
  { now }: Pick<ChangeContext, "now">,
): Promise<string | null> {
  if (steps.length === 0) return null;
  const stored = steps.map((step) => ({ ...step, version: step.version + 1 }));
  return issueUndo({ trx, kind: "undo-cases", actor, now: now() }, stored);
}

/**
 * Undoes a change of one or several cases, except where they changed since.
 * @param token the `undo` of a change, of the same staff member
 * @throws ApiError "link-expired" if it is too late
 */
export async function undoMany(
  trx: Transaction<Database>,
  token: string,
  actor: Actor,
  context: ChangeContext,
): Promise<{ readonly restored: number }> {
  const now = context.now();
  const steps = await takeUndo({ trx, kind: "undo-cases", actor, now }, token);
  let restored = 0;
  for (const step of steps as UndoStep[]) {
    if (await undoStep(trx, step, actor, now)) restored += 1;
  }
  return { restored };
}
