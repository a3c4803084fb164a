import { sql, type Transaction } from "kysely";
import type { CaseStatus } from "../../../contract/desk/inbox.ts";
import type { Database } from "../../platform/db/schema.ts";
import type { CaseTable } from "../../platform/db/tables/desk-tables.ts";
import { orderedId } from "../../platform/ordered-id.ts";
import { moveRequest } from "../privacy-cases/privacy-case.ts";
import { emitEvents } from "../webhooks/emit-events.ts";
import { caseChanged } from "../webhooks/record-events.ts";
import { findAnswerDue } from "./answer-times.ts";
import { farFuture, scopeOf } from "./submitted-case.ts";

/** The columns that decide which lists contain a case. */
export type CaseState = Pick<
  CaseTable,
  | "id"
  | "reference"
  | "form"
  | "status"
  | "scope"
  | "assignee_id"
  | "created_at"
  | "active_at"
  | "waiting_since"
  | "due_at"
>;

/** The new values of a change; absent ones are unchanged. */
export interface CaseChanges {
  readonly status?: CaseStatus;
  readonly isSpam?: boolean;
  readonly assigneeId?: string | null;
}

/**
 * Changes a case and everything derived from it: scope, due time, waiting time, the copies in its
 * tags, version, the webhook event. Call it in a transaction that has locked the row.
 * @param now milliseconds since 1970
 */
export async function saveCase(
  trx: Transaction<Database>,
  before: CaseState,
  changes: CaseChanges,
  now: number,
): Promise<void> {
  const status = changes.status ?? (before.status as CaseStatus);
  const scope = scopeOf(status, changes.isSpam ?? before.scope === "spam");
  const waits = scope === "open" && status !== "waiting";
  const waited = before.waiting_since !== farFuture;
  const times = waits
    ? waited
      ? {}
      : {
          waiting_since: before.active_at,
          due_at: await findAnswerDue(trx, before.form, now),
        }
    : { waiting_since: farFuture, due_at: farFuture };
  await trx
    .updateTable("cases")
    .set({
      status,
      scope,
      ...times,
      ...(changes.assigneeId !== undefined && { assignee_id: changes.assigneeId }),
      version: sql`version + 1`,
      changed_at: now,
    })
    .where("id", "=", before.id)
    .execute();
  if (scope !== before.scope) {
    await trx.updateTable("case_tags").set({ scope }).where("case_id", "=", before.id).execute();
  }
  if ((scope === "spam") !== (before.scope === "spam")) {
    await moveRequest(trx, before.id, scope === "spam", now);
  }
  const { id, reference, form, created_at: createdAt } = before;
  const facts = { id, reference, form, createdAt: Number(createdAt), status };
  const isSpam = scope === "spam";
  await emitEvents(trx, caseChanged({ ...facts, isSpam }, before.scope === "spam"), now);
}

/** Adds a line to a case's history. @param staffId null: the person, or the desk itself */
export async function addHistory(
  trx: Transaction<Database>,
  caseId: string,
  staffId: string | null,
  what: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto("case_changes")
    .values({ id: orderedId(), case_id: caseId, at: now, staff_id: staffId, what })
    .execute();
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
