import type { Transaction } from "kysely";
import { hasPermission } from "../../../../platform/contract/desk/roles.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { blankError, findPlaceholders } from "../../../messages/contract/placeholders.ts";
import { setRequestDue } from "../../../messages/server/cases/request-clock.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import type { NewPrivacyCase, PrivacyBody } from "../../contract/endpoints.ts";
import { isIdentityOpen, sendIdentityLink } from "../requests/identity.ts";
import { openPrivacyRequest } from "../requests/open-request.ts";
import {
  addLog,
  isLate,
  lockPrivacyRequest,
  logLetter,
  type PrivacyCase,
  type StaffActor,
  savePrivacyRequest,
} from "../requests/privacy-case.ts";
import { composeFreeLetter, composeLetter, sendLetter } from "../requests/send-letter.ts";
import { extendedDue } from "./list-requests.ts";

export interface SeenPrivacyRequest {
  readonly reference: string;
  readonly version: number;
}

/** The request, if it has not changed since. @throws ApiError "not-found", "case-changed" */
export async function lockSeenPrivacyRequest(
  trx: Transaction<Database>,
  { reference, version }: SeenPrivacyRequest,
): Promise<PrivacyCase> {
  const found = await lockPrivacyRequest(trx, "reference", reference);
  if (Number(found.version) !== version)
    throw await describeConflict(trx, { kind: "privacy", id: found.id });
  return found;
}

export async function addPrivacyRequest(
  trx: Transaction<Database>,
  { kind, name, email: typed, source, details }: NewPrivacyCase,
  actor: StaffActor,
  context: AppContext,
): Promise<string> {
  const email = emailKey(typed);
  const known = await trx
    .selectFrom("privacy_cases")
    .select("reference")
    .where("email", "=", email)
    .where("kind", "=", kind)
    .where("scope", "=", "open")
    .limit(1)
    .executeTakeFirst();
  if (known)
    throw reject(`${known.reference} is open for this address. Work on that one.`, "email");
  const isCorrection = kind === "correction";
  if (isCorrection && details === "") {
    throw reject("Write what is wrong, and what it should be.", "details");
  }
  const asked = {
    kind,
    name,
    email: typed,
    source,
    ...(isCorrection
      ? {
          corrections: [{ field: "otherChange", value: details, outcome: null, note: "" }] as const,
        }
      : { details }),
  };
  const { reference } = await openPrivacyRequest(trx, asked, { actor }, context);
  return reference;
}

/** What staff send with a change, and who and when. */
export interface ChangeCall<Body = unknown> {
  readonly body: Body;
  readonly actor: StaffActor;
  readonly context: AppContext;
}

/** Changes a request, as its step allows, and records it. */
export type PrivacyChange<Body> = (
  trx: Transaction<Database>,
  request: PrivacyCase,
  call: ChangeCall<Body>,
) => Promise<void>;

/**
 * Makes a change of a request that has not changed since.
 * @throws ApiError "not-found", "case-changed", "invalid" if the request's step does not allow it
 */
export async function changeSeen<Body>(
  trx: Transaction<Database>,
  seen: SeenPrivacyRequest,
  change: PrivacyChange<Body>,
  call: ChangeCall<Body>,
): Promise<void> {
  const request = await lockSeenPrivacyRequest(trx, seen);
  await change(trx, request, call);
}

/** @throws ApiError "invalid" */
export function requireOpen({ scope }: PrivacyCase): void {
  if (scope !== "open") throw reject("This request is closed.");
}

export async function sendLink(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { actor, context }: ChangeCall,
): Promise<void> {
  requireOpen(request);
  if (!isIdentityOpen(request)) throw reject("This person's identity is already confirmed.");
  await sendIdentityLink(trx, request, { actor }, context);
}

export async function writeLetter(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body, actor, context }: ChangeCall<PrivacyBody<"writeLetter">>,
): Promise<void> {
  const now = context.now();
  const blank = findPlaceholders(body.text)[0];
  if (blank !== undefined) throw reject(blankError(blank), "text");
  const letter = composeFreeLetter(request, body, { staffId: actor.staffId });
  await savePrivacyRequest(trx, request, {}, now);
  await logLetter(trx, request, { kind: "privacy.letter-written", title: body.title, actor }, now);
  await sendLetter(trx, request.id, letter, now);
}

export async function take(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { actor, context }: ChangeCall,
): Promise<void> {
  const { staffId } = actor;
  const now = context.now();
  requireOpen(request);
  rejectSame(request, staffId);
  const starts = request.status === "checked";
  const taken = await savePrivacyRequest(
    trx,
    request,
    {
      assignee_id: staffId,
      ...(starts && { status: "in-progress", started_at: now }),
    },
    now,
  );
  const data = { isAppeal: request.status === "appeal" };
  await addLog(trx, request, { kind: "privacy.taken", data, actor }, now);
  if (starts) {
    const parts = { staffId, writer: actor.name };
    const letter = await composeLetter(trx, taken, "working", parts);
    await sendLetter(trx, request.id, letter, now);
  }
}

/** Whoever denied a request may not decide on its appeal. @throws ApiError "invalid" */
export function rejectSame(
  { status, closed_by: denier }: PrivacyCase,
  staffId: string | null,
): void {
  if (status === "appeal" && denier !== null && denier === staffId) {
    throw reject("You denied this request, so a coworker has to decide the appeal.");
  }
}

export async function assign(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body: { staffId }, actor, context }: ChangeCall<PrivacyBody<"assign">>,
): Promise<void> {
  const now = context.now();
  requireOpen(request);
  rejectSame(request, staffId);
  const colleague = await trx
    .selectFrom("staff")
    .select(["name", "roles", "disabled_at", "joined_at"])
    .where("id", "=", staffId)
    .executeTakeFirst();
  const isAble =
    colleague?.disabled_at === null &&
    colleague.joined_at !== null &&
    hasPermission(readRoles(colleague.roles), "deletion");
  if (staffId !== null && !isAble) {
    throw reject("Choose a coworker with the privacy role.", "staffId");
  }
  await savePrivacyRequest(trx, request, { assignee_id: staffId }, now);
  const data = { to: colleague?.name ?? null };
  await addLog(trx, request, { kind: "privacy.assignee", data, actor }, now);
}

export async function extend(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body: { reason }, actor, context }: ChangeCall<PrivacyBody<"extend">>,
): Promise<void> {
  const now = context.now();
  requireOpen(request);
  const { answer } = facts.privacyRequest;
  if (request.extended_at !== null)
    throw reject("This deadline has already been extended. It can be extended only once.");
  if (request.appeal_at !== null)
    throw reject("Appeals have their own deadline, which can't be extended.");
  if (isLate(Number(request.due_at), now)) throw reject(`The first ${answer} days are over.`);
  const extended = await savePrivacyRequest(
    trx,
    request,
    {
      extended_at: now,
      extension_reason: reason,
      due_at: extendedDue(request),
    },
    now,
  );
  await setRequestDue(trx, extended);
  const { staffId, name: writer } = actor;
  const letter = await composeLetter(trx, extended, "extended", { reason, staffId, writer });
  await addLog(trx, request, { kind: "privacy.extended", actor }, now);
  await sendLetter(trx, request.id, letter, now);
}

/** The error for an action that the request's step does not allow. */
export function reject(message: string, field = "act"): ApiError {
  return new ApiError("invalid", { message, fields: { [field]: message } });
}
