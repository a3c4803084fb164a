import { sql, type Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { CaseCall } from "../../contract/calls.ts";
import type { CallOutcome } from "../../contract/entries.ts";
import type { CaseEdit } from "../../contract/inbox-endpoints.ts";
import { recordAnswer } from "../cases/answers.ts";
import { isWaiting } from "../cases/case-clock.ts";
import { markStale } from "../cases/index-cases.ts";
import { rejectMerged } from "../cases/merged-cases.ts";
import { readHolidays } from "../cases/office-holidays.ts";
import { storeCase } from "../cases/save-case.ts";
import { readSubmittedCase } from "../cases/submitted-case.ts";
import { applyEdit, type ChangeContext } from "../inbox/change-case.ts";
import { type Case, lockCase } from "../inbox/lock-case.ts";
import { readBefore, type UndoStep } from "../inbox/undo-step.ts";
import { findCallBack, readCallBackRow, storeCallBack, toCallBack } from "./call-backs.ts";
import { type CallWindow, endOfOfficeDay, nextTry, readCallTime } from "./call-times.ts";

/**
 * Logs a call about a case. If we owe a call, one that reached the person is it; otherwise we try
 * again at the same hours of the next working day, or at the time that the person asked for.
 * @returns what an undo needs
 * @throws ApiError "not-found", "case-changed", "invalid" for a time that is over or absent, and for
 * a case that a call cannot close
 */
export async function logCaseCall(
  trx: Transaction<Database>,
  reference: string,
  { version, ...call }: CaseCall,
  actor: Actor,
  context: ChangeContext,
): Promise<UndoStep> {
  const now = context.now();
  const before = await lockCase(trx, reference);
  if (!before) throw new ApiError("not-found");
  if (before.version !== version)
    throw await describeConflict(trx, { kind: "case", id: before.id });
  await rejectMerged(trx, before.id);
  if (call.closes && (await isOpenPrivacyRequest(trx, before))) {
    throw new ApiError("invalid", {
      fields: { text: "This is a request to delete data. Close it in its privacy case." },
    });
  }
  const kept = await readBefore(trx, before);
  const back = await readCallBackRow(trx, before.id);
  const entryId = await addCall(trx, before.id, call, actor, now);
  const events = await takeEffect(trx, before, call, actor, context);
  const after = await trx
    .selectFrom("cases")
    .select("version")
    .where("id", "=", before.id)
    .executeTakeFirstOrThrow();
  const step = { reference, version: Number(after.version) - 1, ...kept, events, at: now };
  return { ...step, call: { entryId, back } };
}

type LoggedCall = Omit<CaseCall, "version">;

/** @returns ids of the events */
async function takeEffect(
  trx: Transaction<Database>,
  before: Case,
  { outcome, time, day, closes }: LoggedCall,
  actor: Actor,
  context: ChangeContext,
): Promise<readonly string[]> {
  const now = context.now();
  const dueAt = day && !closes ? endOfOfficeDay(day, now) : undefined;
  if (outcome === "reached") {
    await trx
      .updateTable("case_call_backs")
      .set({ done_at: now })
      .where("case_id", "=", before.id)
      .execute();
    const event = await recordCall(trx, before, outcome, undefined, actor, now);
    return [event, ...(await settle(trx, before, { closes, dueAt }, actor, context))];
  }
  const owed = await findCallBack(trx, before.id);
  const isMiss = outcome !== "another-time";
  const window = time
    ? readCallTime(time, now)
    : owed && isMiss
      ? nextTry(windowOf(owed), now, await readHolidays(trx))
      : undefined;
  if (!window) {
    if (!isMiss) throw new ApiError("invalid", { fields: { day: "Choose the time." } });
    const event = await recordCall(trx, before, outcome, undefined, actor, now);
    if (dueAt === undefined) await touch(trx, before.id, now);
    else await waitUntil(trx, before, dueAt, actor.staffId, now);
    return [event];
  }
  const phone = owed?.phone ?? (await readPhone(trx, before));
  await storeCallBack(trx, before.id, { ...window, phone });
  if (isMiss) {
    await trx
      .updateTable("case_call_backs")
      .set({ tries: sql`tries + 1` })
      .where("case_id", "=", before.id)
      .execute();
  }
  const event = await recordCall(trx, before, outcome, window, actor, now);
  await waitUntil(trx, before, window.endsAt, actor.staffId, now);
  return [event];
}

function windowOf(row: Parameters<typeof toCallBack>[0]): CallWindow {
  const { startsAt, endsAt, isAnyTime } = toCallBack(row);
  return { startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt), isAnyTime };
}

/** Adds a call to the conversation of a case. @returns the id of its entry */
export async function addCall(
  trx: Transaction<Database>,
  caseId: string,
  { outcome, text }: Pick<CaseCall, "outcome" | "text">,
  actor: Actor,
  now: number,
): Promise<string> {
  const id = orderedId();
  await trx
    .insertInto("conversation_entries")
    .values({
      id,
      case_id: caseId,
      at: now,
      kind: "call",
      staff_id: actor.staffId,
      text,
      mentions: "[]",
      via: outcome,
      source_key: null,
    })
    .execute();
  await markStale(trx, caseId);
  return id;
}

/** Records a call in the history of its case and in the audit log. @returns the id of the event */
export async function recordCall(
  trx: Transaction<Database>,
  { id, reference }: Pick<Case, "id" | "reference">,
  outcome: CallOutcome,
  window: CallWindow | undefined,
  actor: Actor,
  now: number,
): Promise<string> {
  const next = window ? { startsAt: window.startsAt, endsAt: window.endsAt } : null;
  const subject = { kind: "case", id, reference } as const;
  const data = { outcome, next };
  return recordEvent(trx, { kind: "call", data, actor, subject, audit: "change" }, now);
}

/**
 * A case whose person was reached has its answer; it stays open unless it is closed.
 * @returns ids of the events
 */
async function settle(
  trx: Transaction<Database>,
  before: Case,
  { closes, dueAt }: { readonly closes: boolean; readonly dueAt: number | undefined },
  actor: Actor,
  context: ChangeContext,
): Promise<readonly string[]> {
  const now = context.now();
  const answered = before.scope === "open" ? await recordAnswer(trx, before, now) : before;
  const edit: CaseEdit = {
    ...(closes && { status: "done" }),
    ...(!closes && before.status === "new" && { status: "in-progress" }),
    ...(before.assignee_id === null && { assigneeId: actor.staffId }),
  };
  const events = await applyEdit(trx, answered, edit, actor, context);
  if (dueAt !== undefined) {
    const assigned = { ...answered, assignee_id: before.assignee_id ?? actor.staffId };
    await waitUntil(trx, assigned, dueAt, actor.staffId, now);
  } else if (events.length === 0) await touch(trx, before.id, now);
  return events;
}

/** Keeps a case open with somebody until a time, by which we act. */
export async function waitUntil(
  trx: Transaction<Database>,
  before: Case,
  dueAt: number,
  assigneeId: string | null,
  now: number,
): Promise<void> {
  const since = isWaiting(before) ? before.waiting_since : now;
  const columns = {
    status: "in-progress",
    scope: before.scope === "spam" ? "spam" : "open",
    assignee_id: before.assignee_id ?? assigneeId,
    waiting_since: since,
    due_at: dueAt,
    clock_from: since,
    clock_due: dueAt,
    closed_at: null,
  };
  await storeCase(trx, before, columns, now);
}

async function touch(trx: Transaction<Database>, id: string, now: number): Promise<void> {
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** The number that the person gave. @throws ApiError "invalid" without one */
async function readPhone(trx: Transaction<Database>, { id, form }: Case): Promise<string> {
  const row = await trx
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  const { phone } = readSubmittedCase(form, JSON.parse(row?.data ?? "{}"));
  if (phone !== "") return phone;
  throw new ApiError("invalid", { fields: { text: "There is no phone number to call." } });
}
