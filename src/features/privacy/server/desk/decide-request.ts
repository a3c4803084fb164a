import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findEmailFiles } from "../../../../platform/server/mail/outbox-files.ts";
import { privacyLinkDays } from "../../contract/cases.ts";
import type { PrivacyBody } from "../../contract/endpoints.ts";
import { eraseInBatches } from "../deletion/erase-person.ts";
import { findAddresses } from "../deletion/find-uids.ts";
import { findPerson } from "../deletion/held-data.ts";
import { findPossible } from "../deletion/possible-records.ts";
import { decideAppeal, mayAppeal } from "../requests/appeal.ts";
import { carryOutDeletion, countErased } from "../requests/carry-out.ts";
import { closePrivacyRequest } from "../requests/close-request.ts";
import { sendCopyLink } from "../requests/copy.ts";
import { confirmIdentity, isIdentityOpen } from "../requests/identity.ts";
import { issueLink } from "../requests/links.ts";
import { addLog, type PrivacyCase } from "../requests/privacy-case.ts";
import { composeLetter, sendLetter } from "../requests/send-letter.ts";
import {
  type ChangeCall,
  changeSeen,
  lockSeenPrivacyRequest,
  reject,
  rejectSame,
  requireOpen,
  type SeenPrivacyRequest,
} from "./change-request.ts";
import { listIdentityWays } from "./identity-ways.ts";

/** Decisions need a second factor of the last minutes. */
export async function confirmByHand(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body: { how }, actor, context }: ChangeCall<PrivacyBody<"confirmIdentity">>,
): Promise<void> {
  requireNoAppeal(request);
  if (!isIdentityOpen(request)) throw reject("This person's identity is already confirmed.");
  if (!(await listIdentityWays(trx, request)).includes(how)) {
    throw reject("There is no account that this could be compared with.");
  }
  await confirmIdentity(trx, request, how, actor, context.now());
}

export async function sendCopy(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { actor, context }: ChangeCall,
): Promise<void> {
  const isAgain = request.kind === "copy" && request.status === "done";
  if (!isAgain) requireNoAppeal(request);
  if (request.kind !== "copy") throw reject("This person did not ask for a copy.");
  requireIdentity(request);
  await sendCopyLink(trx, request, actor, context);
}

export async function decideOnAppeal(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body, actor, context }: ChangeCall<PrivacyBody<"decideAppeal">>,
): Promise<void> {
  requireOpen(request);
  if (request.status !== "appeal") throw reject("Decide the appeal first.");
  rejectSame(request, actor.staffId);
  await decideAppeal(trx, request, { ...body, actor }, context.now());
}

/** @throws ApiError "invalid" if the request is closed, or its appeal is to be decided first */
export function requireNoAppeal(request: PrivacyCase): void {
  requireOpen(request);
  if (request.status === "appeal") throw reject("Decide the appeal first.");
}

/**
 * No data is changed or sent before we know who asks, and that an agent may.
 * @throws ApiError "invalid"
 */
export function requireIdentity(request: PrivacyCase): void {
  const { identity_at: identityAt, agent_name: agent, authority_at: authorityAt } = request;
  if (identityAt === null) throw reject("Confirm this person's identity first.");
  if (agent !== "" && authorityAt === null) throw reject("Accept the agent's proof first.");
}

/**
 * Deletes the data of a person: most of it in small transactions, the rest and the request's closure
 * in one. If that fails, or the server stops in between, the request stays open.
 * @returns the files to remove
 * @throws ApiError "not-found", "case-changed", "invalid" if the request's step does not allow it
 */
export async function deleteAll(
  seen: SeenPrivacyRequest,
  call: ChangeCall<PrivacyBody<"delete">>,
): Promise<readonly string[]> {
  const { context, actor } = call;
  const { database, config, now } = context;
  const checked = await database.write(async (trx) =>
    checkDeletion(trx, await lockSeenPrivacyRequest(trx, seen), call.body),
  );
  const { before, references } = checked;
  const count = before.deleted + references.length;
  const files = [...(await eraseInBatches(database, checked, count, now()))];
  const emailFiles = await findEmailFiles(config, await findAddresses(database.db, checked.email));
  const order = { ...checked, emailFiles, actor };
  const change = async (trx: Transaction<Database>, request: PrivacyCase) => {
    requireNoAppeal(request);
    const { files: more } = await carryOutDeletion(trx, request, order, now());
    files.push(...more);
  };
  await database.write((trx) => changeSeen(trx, seen, change, call));
  return files;
}

/** @throws ApiError "case-changed" if new data arrived since the confirmation was shown */
async function checkDeletion(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { expected, also }: PrivacyBody<"delete">,
) {
  requireNoAppeal(request);
  if (request.kind !== "deletion") throw reject("This person did not ask for a deletion.");
  requireIdentity(request);
  const { email } = request;
  const possible = also.length === 0 ? [] : await findPossible(trx, await findPerson(trx, email));
  const known = new Set(possible.map(({ reference }) => reference));
  const references = also === "all" ? known : new Set(also);
  if ([...references].some((one) => !known.has(one)))
    throw reject(
      "The data we hold has changed since you opened this page. Review it again.",
      "also",
    );
  const before = await countErased(trx, email, [...references]);
  const deleted = before.deleted + references.size;
  if (expected !== deleted) {
    throw new ApiError("case-changed", {
      message: `The data we hold has changed: it was ${expected}, and is now ${deleted}. Review it again.`,
    });
  }
  return { email, references: [...references], before };
}

export async function deny(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { body: { reason }, actor, context }: ChangeCall<PrivacyBody<"deny">>,
): Promise<void> {
  const { staffId, name: writer } = actor;
  const now = context.now();
  requireNoAppeal(request);
  const columns = { closed_by: staffId, denial_reason: reason };
  const denied = await closePrivacyRequest(trx, request, "denied", columns, now);
  await addLog(trx, request, { kind: "privacy.denied", actor }, now);
  if (mayAppeal(denied)) {
    const { url, expiresAt } = await issueLink(trx, request.id, "appeal", context.origin(), now);
    const letter = await composeLetter(trx, denied, "denied", {
      reason,
      dueAt: expiresAt,
      button: { label: "Ask us to look again", url },
      footnote: `The page works for ${privacyLinkDays.appeal} days.`,
      staffId,
      writer,
    });
    await sendLetter(trx, request.id, letter, now);
  } else {
    const letter = await composeLetter(trx, denied, "appeal-denied", { reason, staffId, writer });
    await sendLetter(trx, request.id, letter, now);
  }
}
