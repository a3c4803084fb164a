import { sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { caseChanged } from "../../../integrations/server/webhooks/record-events.ts";
import { movePrivacyRequest } from "../../../privacy/server/requests/privacy-case.ts";
import type { CaseStatus } from "../../contract/inbox.ts";
import type { CaseTable } from "../tables.ts";
import { type ClockState, clockAfter } from "./case-clock.ts";
import { openScopes, scopeOf } from "./submitted-case.ts";

/** The columns that decide which lists contain a case. */
export type CaseState = ClockState &
  Pick<
    CaseTable,
    "id" | "reference" | "status" | "scope" | "assignee_id" | "snoozed_until" | "snooze_reason"
  >;

/** The new values of a change; absent ones are unchanged. */
export interface CaseChanges {
  readonly status?: CaseStatus;
  readonly isSpam?: boolean;
  readonly assigneeId?: string | null;
  /** Null ends it, as each change of the status or of the spam mark does. */
  readonly snooze?: Snooze | null;
}

export interface Snooze {
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
  readonly reason: string;
}

/**
 * Changes a case and everything derived from it: scope, clocks, the copies in its tags, version, the
 * webhook event. Call it in a transaction that has locked the row.
 */
export async function saveCase(
  trx: Transaction<Database>,
  before: CaseState,
  changes: CaseChanges,
  now: number,
): Promise<void> {
  const status = changes.status ?? (before.status as CaseStatus);
  const isMoved = changes.status !== undefined || changes.isSpam !== undefined;
  const { snoozed_until: until, snooze_reason: reason } = before;
  const kept = until === null || isMoved ? null : { until, reason: reason ?? "" };
  const snooze = changes.snooze === undefined ? kept : changes.snooze;
  const scope = scopeOf(status, changes.isSpam ?? before.scope === "spam", snooze !== null);
  const waits = openScopes.includes(scope) && status !== "waiting";
  const isClosing = before.scope !== "closed" || before.status !== status;
  const columns = {
    status,
    scope,
    snoozed_until: scope === "snoozed" && snooze ? snooze.until : null,
    snooze_reason: scope === "snoozed" && snooze ? snooze.reason : null,
    ...(await clockAfter(trx, before, waits, now)),
    closed_at: scope === "closed" ? (isClosing ? now : before.closed_at) : null,
    ...(changes.assigneeId !== undefined && { assignee_id: changes.assigneeId }),
  };
  await storeCase(trx, before, columns, now);
}

export const restoredColumns = [
  "status",
  "scope",
  "assignee_id",
  "snoozed_until",
  "snooze_reason",
  "waiting_since",
  "due_at",
  "clock_from",
  "clock_due",
  "closed_at",
  "answered_at",
  "answer_minutes",
  "answer_in_time",
] as const satisfies readonly (keyof CaseTable)[];

export type CaseBefore = Pick<CaseTable, (typeof restoredColumns)[number]>;

/** Stores columns of a locked case, with everything that follows from its status and spam mark. */
export async function storeCase(
  trx: Transaction<Database>,
  before: Pick<CaseTable, "id" | "reference" | "form" | "created_at" | "scope">,
  columns: Pick<CaseTable, "status" | "scope"> & Partial<CaseBefore>,
  now: number,
): Promise<void> {
  const { status, scope } = columns;
  await trx
    .updateTable("cases")
    .set({ ...columns, version: sql`version + 1`, changed_at: now })
    .where("id", "=", before.id)
    .execute();
  if (scope !== before.scope) {
    await trx.updateTable("case_tags").set({ scope }).where("case_id", "=", before.id).execute();
  }
  if ((scope === "spam") !== (before.scope === "spam")) {
    await movePrivacyRequest(trx, before.id, scope === "spam", now);
  }
  const { id, reference, form, created_at: createdAt } = before;
  const facts = { id, reference, form, createdAt: Number(createdAt), status, scope };
  await emitEvents(trx, caseChanged({ ...facts, isSpam: scope === "spam" }, before), now);
}

/**
 * Updates the case of a submission that was marked as spam or cleared, including outside the desk.
 * If the submission just arrived there is no case yet: it will be created with the mark.
 */
export async function moveCase(
  trx: Transaction<Database>,
  reference: string,
  isSpam: boolean,
  now: number,
): Promise<void> {
  const stored = await trx
    .selectFrom("cases")
    .selectAll()
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
  if (stored && (stored.scope === "spam") !== isSpam) await saveCase(trx, stored, { isSpam }, now);
}
