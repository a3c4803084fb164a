import { sql, type Transaction } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { CaseStatus } from "../../contract/inbox.ts";
import { findCallBack } from "../calls/call-backs.ts";
import { isWaiting } from "../cases/case-clock.ts";
import { findMergeObstacle } from "../cases/merged-cases.ts";
import { type CaseBefore, restoredColumns, saveCase, storeCase } from "../cases/save-case.ts";
import { selectSeparateCases } from "../cases/separate-cases.ts";
import { openScopes } from "../cases/submitted-case.ts";
import { findSending } from "../replies/sending.ts";
import type { Case } from "./lock-case.ts";
import { columnsOf } from "./undo-step.ts";

/** What separating two cases restores. */
interface BeforeMerge {
  readonly merged: CaseBefore;
  readonly kept: CaseBefore;
  /** Of the kept one after the merge: what has changed since is left as it is. */
  readonly keptAfter: CaseBefore;
}

/** A change of two cases; both are locked. */
export type Pair = readonly [Case, Case];

export interface LinkChange {
  /** Reference of the case that is changed, and its version that the change is based on. */
  readonly reference: string;
  readonly version: number;
  readonly actor: Actor;
  readonly now: number;
}

/** Why a case is not merged into another one, as a sentence; undefined if nothing is against it. */
export async function findObstacle(
  trx: Transaction<Database>,
  merged: Case,
  kept: Case,
): Promise<string | undefined> {
  const both = [merged, kept];
  if (both.some(({ form }) => form === dataDeletionForm.collection)) {
    return "A request to delete data is not merged: its privacy case is worked on by itself. Relate them instead.";
  }
  if (both.some(({ scope }) => scope === "spam")) return "Spam is not merged.";
  if (kept.status === "taken-back") return `${kept.reference} was taken back by the customer.`;
  const obstacle = await findMergeObstacle(trx, merged.id);
  if (obstacle !== undefined) return obstacle;
  if (await findMergeObstacle(trx, kept.id)) {
    return `${kept.reference} is merged into another message itself. Choose that one.`;
  }
  const key = emailKey(merged.email);
  const separate = await selectSeparateCases(trx)
    .where("case_id", "in", [merged.id, kept.id])
    .executeTakeFirst();
  if (key === "" || key !== emailKey(kept.email) || separate) {
    return "These messages are not from the same email address, and each person sees only their own. Relate them instead.";
  }
  for (const { id } of both) {
    const sending = await findSending(trx, { kind: "case", id });
    if (sending) return `${sending.staff_name} is sending a reply. Try again in a moment.`;
  }
  if (await findCallBack(trx, merged.id)) {
    return `${merged.reference} asks for a call. Merge the other message into it, or log the call first.`;
  }
  return undefined;
}

export async function merge(
  trx: Transaction<Database>,
  [merged, kept]: Pair,
  { actor, now }: LinkChange,
): Promise<void> {
  const keptAfter = await owe(trx, kept, merged, now);
  await saveCase(trx, merged, { status: "merged" }, now);
  const before: BeforeMerge = { merged: columnsOf(merged), kept: columnsOf(kept), keptAfter };
  const by = { staff_id: actor.staffId ?? "", at: now };
  await trx
    .insertInto("case_merges")
    .values({ case_id: merged.id, kept_id: kept.id, ...by, before: JSON.stringify(before) })
    .execute();
  await moveDrafts(trx, merged.id, kept.id);
}

/** Unsent replies go on in the kept case, unless their writer has one there. */
async function moveDrafts(
  trx: Transaction<Database>,
  mergedId: string,
  keptId: string,
): Promise<void> {
  await trx
    .updateTable("conversation_drafts")
    .set({ case_id: keptId })
    .where("case_id", "=", mergedId)
    .where("staff_id", "not in", (db) =>
      db.selectFrom("conversation_drafts").select("staff_id").where("case_id", "=", keptId),
    )
    .execute();
}

/**
 * The kept case waits for us if the merged one did, since the earlier of the two times.
 * @returns its columns after that
 */
async function owe(
  trx: Transaction<Database>,
  kept: Case,
  merged: Case,
  now: number,
): Promise<CaseBefore> {
  const before = columnsOf(kept);
  if (!isWaiting(merged)) {
    await touch(trx, kept.id, now);
    return before;
  }
  const clock = {
    clock_from: Math.min(kept.waiting_since, merged.waiting_since),
    clock_due: Math.min(kept.due_at, merged.due_at),
  };
  const wakes = merged.scope === "open" || !openScopes.includes(kept.scope);
  const after: CaseBefore = {
    ...before,
    status: isWaiting(kept) ? kept.status : ("in-progress" satisfies CaseStatus),
    ...(wakes && { scope: "open", snoozed_until: null, snooze_reason: null }),
    assignee_id: kept.assignee_id ?? merged.assignee_id,
    ...clock,
    waiting_since: clock.clock_from,
    due_at: clock.clock_due,
    closed_at: null,
  };
  await storeCase(trx, kept, after, now);
  return after;
}

/** Brings both back, except for what staff or the person did in the kept case since. */
export async function separate(
  trx: Transaction<Database>,
  [merged, kept]: Pair,
  now: number,
): Promise<void> {
  const row = await trx
    .deleteFrom("case_merges")
    .where("case_id", "=", merged.id)
    .returning(["before", "at"])
    .executeTakeFirstOrThrow();
  const before = JSON.parse(row.before) as BeforeMerge;
  if (await hasMessageSince(trx, merged.id, row.at)) {
    const status = before.merged.status === "new" ? "new" : "in-progress";
    await saveCase(trx, { ...merged, ...before.merged, scope: merged.scope }, { status }, now);
  } else await storeCase(trx, merged, before.merged, now);
  const present = columnsOf(kept);
  const { assignee_id: owner, ...work } = before.keptAfter;
  const isSame = restoredColumns.every(
    (name) => name === "assignee_id" || present[name] === work[name],
  );
  const columns = {
    ...(isSame ? before.kept : present),
    assignee_id: present.assignee_id === owner ? before.kept.assignee_id : present.assignee_id,
  };
  await storeCase(trx, kept, columns, now);
}

/** Whether the person answered its emails while it was merged. */
async function hasMessageSince(
  trx: Transaction<Database>,
  caseId: string,
  since: number,
): Promise<boolean> {
  const entry = await trx
    .selectFrom("conversation_entries")
    .select("id")
    .where("case_id", "=", caseId)
    .where("kind", "=", "message")
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

export async function touch(trx: Transaction<Database>, id: string, now: number): Promise<void> {
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", id)
    .execute();
}
