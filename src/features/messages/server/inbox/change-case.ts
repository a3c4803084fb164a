import type { Transaction } from "kysely";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { undoLifetimeMs } from "../../../../platform/contract/desk/undo.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { startOfDay } from "../../../staff/server/access/read-day.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import {
  type CaseStatus,
  closedStatuses,
  contactStatuses,
  inboxLimits,
  openStatuses,
} from "../../contract/inbox.ts";
import type { CaseEdit } from "../../contract/inbox-endpoints.ts";
import { recordAnswer } from "../cases/answers.ts";
import { rejectMerged } from "../cases/merged-cases.ts";
import { type Snooze, saveCase } from "../cases/save-case.ts";
import type { MailContext } from "../conversation-page/queue-email.ts";
import { removeSpamMark, setSpamMark } from "../forms/review.ts";
import { type Case, lockCase } from "./lock-case.ts";
import { readBefore, type UndoStep } from "./undo-step.ts";

/** Why a request to delete data cannot be closed in the inbox. */
const requestText = "This is a request to delete data. Close it in its privacy case.";

/** Dependencies of changing cases: "Not spam" sends the held-back email, with its link. */
export interface ChangeContext extends MailContext {
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Changes a case that has not changed since the version that the change is based on.
 * @returns what an undo needs; undefined if nothing changed
 * @throws ApiError "not-found", "case-changed", "invalid" for an assignee or tags that are not
 * allowed, and for a status that would close a request to delete data
 */
export async function changeCase(
  trx: Transaction<Database>,
  reference: string,
  version: number,
  edit: CaseEdit,
  actor: Actor,
  context: ChangeContext,
): Promise<UndoStep | undefined> {
  const before = await lockCase(trx, reference);
  if (!before) throw new ApiError("not-found");
  if (before.version !== version)
    throw await describeConflict(trx, { kind: "case", id: before.id });
  await rejectMerged(trx, before.id);
  const { status } = edit;
  const closes = status !== undefined && closedStatuses.includes(status);
  if (closes && status !== before.status && (await isOpenPrivacyRequest(trx, before))) {
    throw new ApiError("invalid", { message: requestText, fields: { status: requestText } });
  }
  const kept = await readBefore(trx, before);
  const events = await applyEdit(trx, before, edit, actor, context);
  if (events.length === 0) return undefined;
  return { reference, version, ...kept, events, at: context.now() };
}

/**
 * Applies a change to a locked case; values that are already set change nothing.
 * @returns ids of the events that it recorded; none: nothing changed
 */
export async function applyEdit(
  trx: Transaction<Database>,
  before: Case,
  { status, assigneeId, tags, isSpam, snooze }: CaseEdit,
  actor: Actor,
  context: ChangeContext,
): Promise<readonly string[]> {
  const now = context.now();
  const was = { isSpam: before.scope === "spam", status: before.status as CaseStatus };
  const happened: Happening[] = [];
  if (status !== undefined && status !== was.status) {
    happened.push({ kind: "case.status", data: { from: was.status, to: status } });
  }
  if (assigneeId !== undefined && assigneeId !== before.assignee_id) {
    happened.push(await assign(trx, before.assignee_id, assigneeId));
  }
  if (isSpam !== undefined && isSpam !== was.isSpam) {
    const { reference } = before;
    if (isSpam) await setSpamMark(trx, reference);
    else await removeSpamMark(trx, reference, now, context, undoLifetimeMs);
    happened.push({ kind: "case.spam", data: { to: isSpam } });
  }
  const put =
    snooze === undefined
      ? undefined
      : readSnooze(snooze, before, now, {
          status: status ?? was.status,
          isSpam: isSpam ?? was.isSpam,
        });
  if (put !== undefined)
    happened.push({ kind: "case.snooze", data: { until: snooze?.until ?? null } });
  if (tags !== undefined) happened.push(...(await replaceTags(trx, before, tags)));
  if (happened.length === 0) return [];
  const isContact = status !== undefined && contactStatuses.includes(status);
  const answered =
    isContact && status !== was.status ? await recordAnswer(trx, before, now) : before;
  await saveCase(
    trx,
    answered,
    {
      ...(status !== undefined && { status }),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(isSpam !== undefined && { isSpam }),
      ...(put !== undefined && { snooze: put }),
    },
    now,
  );
  const subject = { ...before, kind: "case" } as const;
  const ids: string[] = [];
  for (const one of happened) {
    ids.push(await recordEvent(trx, { ...one, actor, subject, audit: "change" }, now));
  }
  return ids;
}

/**
 * @param after the change: only open cases can be snoozed
 * @returns undefined if nothing changes
 * @throws ApiError "invalid" unless it is a day to come
 */
function readSnooze(
  snooze: NonNullable<CaseEdit["snooze"]> | null,
  before: Case,
  now: number,
  after: { readonly status: CaseStatus; readonly isSpam: boolean },
): Snooze | null | undefined {
  if (snooze === null) return before.snoozed_until === null ? undefined : null;
  const until = startOfDay(snooze.until, 0);
  if (until <= now) {
    throw new ApiError("invalid", { fields: { until: "Choose a day after today." } });
  }
  if (after.isSpam || !openStatuses.includes(after.status)) return undefined;
  const { reason } = snooze;
  const isSame = until === before.snoozed_until && reason === before.snooze_reason;
  return isSame ? undefined : { until, reason };
}

/** Checks that the assignee can work on cases. */
async function assign(
  trx: Transaction<Database>,
  from: string | null,
  to: string | null,
): Promise<Happening> {
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
    throw new ApiError("invalid", {
      fields: { assigneeId: "Choose a coworker who answers messages." },
    });
  }
  const nameOf = (id: string | null) => people.find((one) => one.id === id)?.name ?? null;
  return { kind: "case.assignee", data: { from: nameOf(from), to: nameOf(to) } };
}

async function replaceTags(
  trx: Transaction<Database>,
  { id, scope, active_at, number }: Case,
  wanted: readonly string[],
): Promise<Happening[]> {
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
    ...added.map((tag) => ({ kind: "case.tag-added", data: { tag } }) as const),
    ...removed.map((tag) => ({ kind: "case.tag-removed", data: { tag } }) as const),
  ];
}
