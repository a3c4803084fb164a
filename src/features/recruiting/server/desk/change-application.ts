import type { Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { recentSpan } from "../../../../platform/server/clock.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { conversationLink } from "../../../messages/server/conversation-page/link.ts";
import { queueConversationEmail } from "../../../messages/server/conversation-page/queue-email.ts";
import {
  findMentioned,
  type NewNote,
  noteEvent,
  queueMentions,
} from "../../../staff/server/mentions.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import type { SentStatus } from "../../contract/stages.ts";
import { isRepeat } from "../applicants/applicant-columns.ts";
import {
  type Application,
  lockApplication,
  nextVersion,
  updateApplication,
} from "../applications/applications.ts";
import { pageLinkEmail } from "../applications/emails.ts";
import { mergeApplications } from "../applications/merge.ts";
import { setStatus } from "../applications/status.ts";
import { threadOf } from "../applications/submit.ts";
import { findDecisionObstacle } from "../documents/report-letters.ts";
import { findSent } from "./read-application.ts";
import { startUndo } from "./undo-application.ts";

/** Links to one application per hour. */
const maxLinks = 3;

interface SeenVersion {
  readonly reference: string;
  readonly version: number;
}

/**
 * Sets the status of an application that has not changed since the version that the change is based
 * on, with the same function as the operator's command.
 * @returns the token of an undo; null if nothing changed
 * @throws ApiError "not-found", "case-changed", "invalid" for a decision that has to wait
 */
export async function changeApplication(
  trx: Transaction<Database>,
  seen: SeenVersion,
  status: SentStatus,
  actor: Actor,
  context: AppContext,
): Promise<string | null> {
  const before = await lockSeen(trx, seen);
  const obstacle = await findDecisionObstacle(trx, before.id, status, context.now());
  if (obstacle !== undefined) throw new ApiError("invalid", { message: obstacle });
  const undo = await startUndo(trx, before.id);
  if (!(await setStatus(trx, before, status, actor, context))) return null;
  return undo.issue(actor, seen.reference, context.now());
}

/**
 * Adds a note. Notes never conflict, so the writer's version does not matter.
 * @throws ApiError "not-found", "invalid" for a mentioned staff member who cannot read applications
 */
export async function addApplicationNote(
  trx: Transaction<Database>,
  reference: string,
  { text, mentions }: NewNote,
  actor: Actor,
  { origin, now }: Pick<AppContext, "origin" | "now">,
): Promise<void> {
  const { id } = await findSent(trx, reference);
  const mentioned = await findMentioned(trx, mentions, "applications");
  const at = now();
  await trx
    .insertInto("application_notes")
    .values({
      id: orderedId(),
      application_id: id,
      at,
      staff_id: actor.staffId ?? "",
      text,
      mentions: JSON.stringify(mentioned.map((one) => one.id)),
    })
    .execute();
  const subject = { kind: "application", id, reference } as const;
  await recordEvent(trx, { ...noteEvent(mentioned), actor, subject, audit: "change" }, at);
  const url = `${origin()}${deskPaths.applications}/${reference}`;
  await queueMentions(trx, mentioned, { kind: "application", reference, url }, actor.name, at);
}

/**
 * Marks the person's newest message as needing no reply; without one nothing changes.
 * @throws ApiError "not-found"
 */
export async function endWaiting(
  trx: Transaction<Database>,
  reference: string,
  actor: Actor,
  { now }: Pick<AppContext, "now">,
): Promise<void> {
  const { id } = await findSent(trx, reference);
  const changed = await trx
    .updateTable("applications")
    .set({ waiting_since: null, ...nextVersion(now()) })
    .where("id", "=", id)
    .where("waiting_since", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (!changed) return;
  const event = { kind: "application.no-answer-needed", audit: "change" } as const;
  const subject = { kind: "application", id, reference } as const;
  await recordEvent(trx, { ...event, actor, subject }, now());
}

/**
 * Emails the person the link to their page.
 * @throws ApiError "not-found", "invalid" without an address or after a merge, "too-many"
 */
export async function sendPageLink(
  trx: Transaction<Database>,
  reference: string,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  const { id } = await findSent(trx, reference);
  const found = await lockApplication(trx, id);
  if (!found || found.mergedAt !== null || textOf(found.answers, "email") === "") {
    throw new ApiError("invalid", { message: "There is no address for the link." });
  }
  const now = context.now();
  const { since } = recentSpan(now, hours(1));
  const sent = await trx
    .selectFrom("conversation_sent_emails")
    .select("id")
    .where("application_id", "=", id)
    .where("kind", "=", "application-page")
    .where("at", ">", since)
    .execute();
  if (sent.length >= maxLinks) throw new ApiError("too-many", { retryAfter: hours(1) / 1000 });
  const email = pageLinkEmail(found, conversationLink(context, id));
  await queueConversationEmail(trx, threadOf(found), email, context, now);
  const subject = { kind: "application", id, reference } as const;
  await recordEvent(trx, { kind: "application.link-sent", actor, subject, audit: "change" }, now);
  await updateApplication(trx, id, nextVersion(now));
}

/**
 * Records that two applications are of two people, so that neither is shown with the other.
 * @throws ApiError "not-found"
 */
export async function separateApplications(
  trx: Transaction<Database>,
  reference: string,
  otherReference: string,
  actor: Actor,
  now: number,
): Promise<void> {
  const one = await findSent(trx, reference);
  const other = await findSent(trx, otherReference);
  if (one.id === other.id) throw new ApiError("not-found");
  await trx
    .insertInto("separate_applications")
    .values([
      { application_id: one.id, other_id: other.id },
      { application_id: other.id, other_id: one.id },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const [application, partner] of [
    [one, other],
    [other, one],
  ] as const) {
    const row = await trx
      .selectFrom("applications")
      .select(["id", "email_key", "phone_key", "submitted_at"])
      .where("id", "=", application.id)
      .executeTakeFirstOrThrow();
    await updateApplication(trx, application.id, {
      is_repeat: (await isRepeat(trx, row)) ? 1 : 0,
      ...(application.possibleDuplicateOf === partner.id && { possible_duplicate_of: null }),
    });
    const data = { other: partner.reference };
    const subject = { ...application, kind: "application" } as const;
    // The audit log names the one where staff said so.
    const audit = application === one ? "change" : undefined;
    await recordEvent(trx, { kind: "application.separate", data, actor, subject, audit }, now);
  }
}

/**
 * Merges an application into another, which is kept, if neither changed since it was read.
 * @throws ApiError "not-found", "case-changed", "cannot-merge"
 */
export async function mergeSeen(
  trx: Transaction<Database>,
  kept: SeenVersion,
  other: SeenVersion,
  actor: Actor,
  context: AppContext,
): Promise<void> {
  // In a fixed order, so that two such changes cannot deadlock.
  const locked = new Map<string, Application>();
  for (const seen of [kept, other].sort((a, b) => (a.reference < b.reference ? -1 : 1))) {
    locked.set(seen.reference, await lockSeen(trx, seen));
  }
  const [one, two] = [locked.get(kept.reference), locked.get(other.reference)];
  if (!one || !two) throw new ApiError("not-found");
  await mergeApplications(trx, one, two, actor.staffId, context);
  const data = { other: other.reference, kept: kept.reference };
  const event = { kind: "application.merged", data, audit: "change" } as const;
  await recordEvent(trx, { ...event, actor, target: kept.reference }, context.now());
}

export async function lockSeen(
  trx: Transaction<Database>,
  { reference, version }: SeenVersion,
): Promise<Application> {
  const { id } = await findSent(trx, reference);
  const before = await lockApplication(trx, id);
  if (!before) throw new ApiError("not-found");
  if (before.version !== version) throw await describeConflict(trx, { kind: "application", id });
  return before;
}
