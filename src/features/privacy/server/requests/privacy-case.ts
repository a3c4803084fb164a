import { type Selectable, sql, type Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf, startOf } from "../../../../platform/server/values/calendar.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { requestEvents } from "../../../integrations/server/webhooks/record-events.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { type EventActor, recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import {
  openPrivacyStatuses,
  type PrivacyKind,
  type PrivacySource,
  type PrivacyStatus,
} from "../../contract/cases.ts";
import type { Correction } from "../../contract/corrections.ts";

export type PrivacyCase = Selectable<Database["privacy_cases"]>;

/** A staff member; unlike an actor, never null. */
export interface StaffActor extends Actor {
  readonly staffId: string;
}

export interface NewPrivacyRequest {
  readonly id: string;
  readonly reference: string;
  readonly submissionId: string | null;
  readonly kind: PrivacyKind;
  readonly source: PrivacySource;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly supportId: string;
  readonly isSpam: boolean;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly details?: string;
  readonly corrections?: readonly Correction[];
  readonly agent?: Agent | null;
}

/** Who asks for another person. */
export interface Agent {
  readonly name: string;
  /** By `emailKey`. */
  readonly email: string;
  /** One of `agentRoles`. */
  readonly role: string;
}

/** When the answer to a request is due, in milliseconds since 1970. */
export function findAnswerDue(receivedAt: number): number {
  return receivedAt + days(facts.privacyRequest.answer);
}

export function isLate(dueAt: number, now: number): boolean {
  return now >= endOfDueDay(dueAt);
}

/** When the due day ends, in milliseconds since 1970. */
export function endOfDueDay(dueAt: number): number {
  return startOf(dayOf(dueAt).add({ days: 1 }));
}

/** Stores a request; an existing one is unchanged. @returns whether it is new */
export async function insertPrivacyRequest(
  trx: Transaction<Database>,
  request: NewPrivacyRequest,
  doneAt: number | null = null,
): Promise<boolean> {
  const { submissionId, supportId, isSpam, receivedAt, corrections, agent, ...columns } = request;
  const dueAt = findAnswerDue(receivedAt);
  const openScope = doneAt === null ? "open" : "closed";
  const stored = await trx
    .insertInto("privacy_cases")
    .values({
      ...columns,
      submission_id: submissionId,
      support_id: supportId,
      status: doneAt === null ? "received" : "done",
      scope: isSpam ? "spam" : openScope,
      assignee_id: null,
      received_at: receivedAt,
      due_at: dueAt,
      identity_at: null,
      identity_how: "",
      started_at: null,
      extended_at: null,
      extension_reason: "",
      closed_at: doneAt,
      closed_by: null,
      in_time: doneAt === null ? null : isLate(dueAt, doneAt) ? 0 : 1,
      denial_reason: "",
      receipt: "",
      appeal_at: null,
      appeal_text: "",
      appeal_decided_at: null,
      appeal_reason: "",
      version: 1,
      changed_at: receivedAt,
      corrections: corrections ? JSON.stringify(corrections) : "",
      agent_name: agent?.name ?? "",
      agent_email: agent?.email ?? "",
      agent_role: agent?.role ?? "",
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (stored && doneAt === null) {
    await emitEvents(trx, requestEvents("deletion.received", stored), receivedAt);
  }
  return stored !== undefined;
}

interface SubmittedPrivacyRequest {
  readonly id: string;
  readonly reference: string;
  readonly data: string;
  /** In lower case. */
  readonly email: string;
  readonly created_at: number;
  readonly spam_reason: string | null;
}

/** Creates the request of a submission of the public form, if there is none yet. */
export function insertSubmitted(
  trx: Transaction<Database>,
  submission: SubmittedPrivacyRequest,
  doneAt: number | null,
): Promise<boolean> {
  const { name = "", supportId = "" } = JSON.parse(submission.data) as Record<string, string>;
  const request: NewPrivacyRequest = {
    id: submission.id,
    reference: submission.reference,
    submissionId: submission.id,
    kind: "deletion",
    source: "form",
    name,
    email: submission.email,
    supportId,
    isSpam: submission.spam_reason !== null,
    receivedAt: Number(submission.created_at),
  };
  return insertPrivacyRequest(trx, request, doneAt);
}

/** Locks a request until the commit. @throws ApiError "not-found" */
export async function lockPrivacyRequest(
  trx: Transaction<Database>,
  column: "id" | "reference",
  value: string,
): Promise<PrivacyCase> {
  const found = await trx
    .selectFrom("privacy_cases")
    .selectAll()
    .where(column, "=", value)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  return found;
}

type Changes = Partial<Omit<PrivacyCase, "id" | "version" | "scope">>;

/** Saves changes of a locked request, and values derived from its status. */
export async function savePrivacyRequest(
  trx: Transaction<Database>,
  before: PrivacyCase,
  changes: Changes,
  now: number,
): Promise<PrivacyCase> {
  const status = (changes.status ?? before.status) as PrivacyStatus;
  const open = openPrivacyStatuses.includes(status) ? "open" : "closed";
  const after = await trx
    .updateTable("privacy_cases")
    .set({
      ...changes,
      scope: before.scope === "spam" ? "spam" : open,
      version: sql<number>`version + 1`,
      changed_at: now,
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status !== before.status || Number(after.due_at) !== Number(before.due_at)) {
    const event = status === "done" ? "deletion.done" : "deletion.updated";
    await emitEvents(trx, requestEvents(event, after), now);
  }
  return after;
}

/** Updates a request after its message was marked as spam or cleared. */
export async function movePrivacyRequest(
  trx: Transaction<Database>,
  submissionId: string,
  isSpam: boolean,
  now: number,
): Promise<void> {
  const moved = await trx
    .updateTable("privacy_cases")
    .set({
      scope: isSpam
        ? "spam"
        : sql<string>`case when closed_at is null then 'open' else 'closed' end`,
      version: sql<number>`version + 1`,
      changed_at: now,
    })
    .where("submission_id", "=", submissionId)
    .returningAll()
    .execute();
  const events = moved.flatMap((request) => requestEvents("deletion.received", request));
  await emitEvents(trx, events, now);
}

type Requested = Pick<PrivacyCase, "id"> & Partial<Pick<PrivacyCase, "reference">>;

/** Records what happened to a request; also in the audit log, if the actor has a name. */
export function addLog(
  trx: Transaction<Database>,
  request: Requested,
  event: Happening & { readonly actor?: EventActor | undefined },
  now: number,
): Promise<string> {
  const subject = { ...request, kind: "privacy" } as const;
  const audited = event.actor?.name !== undefined && ({ audit: "change" } as const);
  return recordEvent(trx, { ...event, subject, ...audited }, now);
}

/** Records what staff did with a letter, whose title is not in the audit log, which stays forever. */
export async function logLetter(
  trx: Transaction<Database>,
  request: Requested,
  letter: {
    readonly kind: "privacy.letter-written" | "privacy.letter-retried";
    readonly title: string;
    readonly actor: StaffActor;
  },
  now: number,
): Promise<void> {
  const { kind, title, actor } = letter;
  await addLog(trx, request, { kind, data: { title }, actor: { staffId: actor.staffId } }, now);
  const { reference: target = "Privacy" } = request;
  await recordEvent(trx, { kind, data: {}, actor, audit: "change", target }, now);
}
