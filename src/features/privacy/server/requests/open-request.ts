import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import type { EventActor } from "../../../staff/server/record-event.ts";
import { type PrivacyKind, type PrivacySource, privacyLinkDays } from "../../contract/cases.ts";
import type { Correction } from "../../contract/corrections.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { type LinkAsker, mayGetLink, sendIdentityLink } from "./identity.ts";
import { issueLink } from "./links.ts";
import { noteOptOut } from "./opt-outs.ts";
import {
  type Agent,
  addLog,
  insertPrivacyRequest,
  lockPrivacyRequest,
  type PrivacyCase,
} from "./privacy-case.ts";
import { composeLetter, sendLetter } from "./send-letter.ts";

export interface AskedRequest {
  /** A UUID of what was asked on which page: a second press of its button is the same request. */
  readonly id?: string;
  readonly kind: PrivacyKind;
  readonly source: PrivacySource;
  readonly name: string;
  /** As typed. */
  readonly email: string;
  readonly details?: string;
  readonly corrections?: readonly Correction[];
  readonly agent?: Agent | null;
}

/** Requests for one address that nobody confirmed: from then on they wait for the person. */
const maxUnconfirmed = 10;

const manyUnconfirmed =
  "We have many requests for this email that are not confirmed yet. Please open our newest email there and confirm it, or call us.";

/** @throws ApiError "invalid" */
async function rejectMany(trx: Transaction<Database>, email: string): Promise<void> {
  const open = await trx
    .selectFrom("privacy_cases")
    .select("id")
    .where("email", "=", email)
    .where("scope", "=", "open")
    .where("identity_at", "is", null)
    .limit(maxUnconfirmed)
    .execute();
  if (open.length >= maxUnconfirmed) {
    throw new ApiError("invalid", { fields: { email: manyUnconfirmed } });
  }
}

/**
 * Opens a request and asks the person whether it was them; an agent gets a link of their own. Not to
 * sell or share needs no proof of who asks (4 CCR 904-3, rule 4.02; 11 CCR 7026(d)): it is done at once.
 * @throws ApiError "too-many" if a staff member enters more than an address may get in a day
 */
export async function openPrivacyRequest(
  trx: Transaction<Database>,
  { email: typed, id = orderedId(), ...asked }: AskedRequest,
  asker: LinkAsker,
  context: Pick<AppContext, "origin" | "now">,
): Promise<PrivacyCase> {
  const now = context.now();
  const { actor, isOwner = false } = asker;
  const email = emailKey(typed);
  if (!actor && !isOwner) await rejectMany(trx, email);
  const isNew = await insertPrivacyRequest(trx, {
    ...asked,
    id,
    reference: makeReference(),
    submissionId: null,
    email,
    supportId: "",
    isSpam: false,
    receivedAt: now,
  });
  const request = await lockPrivacyRequest(trx, "id", id);
  if (!isNew) return request;
  if (actor) await addLog(trx, request, { kind: "privacy.entered", actor }, now);
  if (asked.kind === "opt-out") return optOut(trx, request, actor, now);
  if (asked.agent) await sendAgentLink(trx, request, context);
  // Without one, the job sends it once the address may get another.
  const mayGet = actor !== undefined || isOwner || (await mayGetLink(trx, email, now));
  return mayGet ? sendIdentityLink(trx, request, asker, context) : request;
}

async function optOut(
  trx: Transaction<Database>,
  request: PrivacyCase,
  actor: EventActor | undefined,
  now: number,
): Promise<PrivacyCase> {
  await noteOptOut(trx, { uid: null, email: request.email }, "request", now);
  const columns = { closed_by: actor?.staffId ?? null };
  const closed = await closePrivacyRequest(trx, request, "done", columns, now);
  await addLog(trx, request, { kind: "privacy.opted-out", actor }, now);
  if (await mayGetLetter(trx, request.email, now)) {
    await sendLetter(trx, request.id, await composeLetter(trx, closed, "opted-out", {}), now);
  }
  return closed;
}

/** Letters of opt-outs and status links to one address in a day: anyone can type any address. */
const maxLettersPerDay = 3;

export async function mayGetLetter(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<boolean> {
  const sent = await trx
    .selectFrom("privacy_letters")
    .innerJoin("privacy_cases", "privacy_cases.id", "privacy_letters.case_id")
    .select("privacy_letters.id")
    .where((row) =>
      row.or([
        row("privacy_cases.email", "=", email),
        row("privacy_cases.agent_email", "=", email),
      ]),
    )
    .where("privacy_letters.kind", "in", ["opted-out", "status", "agent"])
    .where("privacy_letters.at", ">", now - days(1))
    .limit(maxLettersPerDay)
    .execute();
  return sent.length < maxLettersPerDay;
}

/** @throws ApiError "too-many" */
async function sendAgentLink(
  trx: Transaction<Database>,
  request: PrivacyCase,
  context: Pick<AppContext, "origin" | "now">,
): Promise<void> {
  const now = context.now();
  if (!(await mayGetLetter(trx, request.agent_email, now))) {
    throw new ApiError("too-many", { retryAfter: days(1) / 1000 });
  }
  const { url } = await issueLink(trx, request.id, "agent", context.origin(), now);
  const letter = await composeLetter(trx, request, "agent", {
    button: { label: "Show that I may ask", url },
    footnote: `The page works for ${privacyLinkDays.agent} days. Please do not pass this email on.`,
    recipient: request.agent_email,
  });
  await sendLetter(trx, request.id, letter, now);
}
