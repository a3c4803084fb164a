import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findEmailFiles } from "../../../../platform/server/mail/outbox-files.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import { privacyLinkDays } from "../../contract/cases.ts";
import type { PrivacyDecision } from "../../contract/endpoints.ts";
import { eraseInBatches } from "../deletion/erase-person.ts";
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
  lockSeenPrivacyRequest,
  reject,
  rejectSame,
  type SeenPrivacyRequest,
  type StaffActor,
} from "./change-request.ts";
import { listIdentityWays } from "./identity-ways.ts";

interface Outcome {
  /** As a sentence, for the audit log. */
  readonly what: string;
  /** For `removeFiles` after the commit. */
  readonly files?: readonly string[];
}

/**
 * A decision that needs the second factor.
 * @param deletion result of `prepareDeletion`
 * @returns the files to remove after the commit
 * @throws ApiError "not-found", "case-changed", "invalid" if the request's step does not allow it
 */
export async function decideOn(
  trx: Transaction<Database>,
  seen: SeenPrivacyRequest,
  decision: PrivacyDecision,
  actor: StaffActor,
  context: AppContext,
  deletion?: Deletion,
): Promise<readonly string[]> {
  const request = await lockSeenPrivacyRequest(trx, seen);
  const { what, files = [] } = await perform(trx, request, decision, actor, context, deletion);
  const act = { kind: "change", what, target: request.reference } as const;
  await writeAudit(trx, actor, act, context.now());
  return files;
}

async function perform(
  trx: Transaction<Database>,
  request: PrivacyCase,
  decision: PrivacyDecision,
  actor: StaffActor,
  context: AppContext,
  deletion?: Deletion,
): Promise<Outcome> {
  const { staffId, name: writer } = actor;
  const now = context.now();
  requireOpen(request, decision);
  switch (decision.act) {
    case "confirm-identity":
      if (!isIdentityOpen(request)) throw reject("This person's identity is already confirmed.");
      if (!(await listIdentityWays(trx, request)).includes(decision.how)) {
        throw reject("There is no account that this could be compared with.");
      }
      await confirmIdentity(trx, request, decision.how, staffId, now);
      return { what: "Confirmed the identity by hand" };
    case "delete":
      return deleteAll(
        trx,
        request,
        deletion ?? (await checkDeletion(trx, request, decision)),
        actor,
        now,
      );
    case "send-copy":
      if (request.kind !== "copy") throw reject("This person asked for a deletion.");
      requireIdentity(request);
      await sendCopyLink(trx, request, { staffId, writer, origin: context.origin() }, now);
      return { what: "Sent the link to a copy of a person's data" };
    case "deny":
      return deny(trx, request, decision.reason, actor, context);
    case "decide-appeal": {
      rejectSame(request, staffId);
      await decideAppeal(trx, request, { ...decision, staffId, writer }, now);
      return { what: decision.isGranted ? "Granted the appeal" : "Denied the appeal" };
    }
  }
}

/** @throws ApiError "invalid" if the request's step does not allow the decision */
function requireOpen(request: PrivacyCase, { act }: PrivacyDecision): void {
  const isAgain = act === "send-copy" && request.kind === "copy" && request.status === "done";
  if (request.scope !== "open" && !isAgain) throw reject("This request is closed.");
  if ((request.status === "appeal") !== (act === "decide-appeal")) {
    throw reject("Decide the appeal first.");
  }
}

/** No data is deleted or sent before we know who asks. @throws ApiError "invalid" */
function requireIdentity({ identity_at: identityAt }: PrivacyCase): void {
  if (identityAt === null) throw reject("Confirm this person's identity first.");
}

type Deletion = Pick<
  Parameters<typeof carryOutDeletion>[2],
  "email" | "references" | "before" | "emailFiles"
>;

/**
 * Deletes most of the data of a person with many records, in small transactions, after the same
 * checks as `decideOn`, which then deletes the rest. If that fails, or the server stops in between,
 * the request stays open.
 * @returns what to pass to `decideOn`, and the files to remove
 * @throws ApiError as `decideOn`
 */
export async function prepareDeletion(
  seen: SeenPrivacyRequest,
  decision: PrivacyDecision,
  { database, config, now }: AppContext,
): Promise<{ readonly deletion?: Deletion; readonly files: readonly string[] }> {
  if (decision.act !== "delete") return { files: [] };
  const deletion = await database.write(async (trx) => {
    const request = await lockSeenPrivacyRequest(trx, seen);
    requireOpen(request, decision);
    return checkDeletion(trx, request, decision);
  });
  const { before, references } = deletion;
  const count = before.deleted + references.length;
  const files = await eraseInBatches(database, deletion, count, now());
  const emailFiles = await findEmailFiles(config, deletion.email);
  return { deletion: { ...deletion, emailFiles }, files };
}

async function deleteAll(
  trx: Transaction<Database>,
  request: PrivacyCase,
  deletion: Deletion,
  { staffId, name: by }: StaffActor,
  now: number,
): Promise<Outcome> {
  const order = { ...deletion, staffId, by };
  const { receipt, files } = await carryOutDeletion(trx, request, order, now);
  const { deleted, kept } = receipt;
  return { what: `Deleted a person's data: ${deleted} deleted, ${kept} kept`, files };
}

/** @throws ApiError "case-changed" if new data arrived since the confirmation was shown */
async function checkDeletion(
  trx: Transaction<Database>,
  request: PrivacyCase,
  { expected, also }: Extract<PrivacyDecision, { act: "delete" }>,
) {
  if (request.kind !== "deletion") throw reject("This person asked for a copy.");
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

async function deny(
  trx: Transaction<Database>,
  request: PrivacyCase,
  reason: string,
  { staffId, name: writer }: StaffActor,
  { origin, now: time }: AppContext,
): Promise<Outcome> {
  const now = time();
  const columns = { closed_by: staffId, denial_reason: reason };
  const denied = await closePrivacyRequest(trx, request, "denied", columns, now);
  await addLog(trx, request.id, staffId, "Denied", now);
  if (mayAppeal(denied)) {
    const { url, expiresAt } = await issueLink(trx, request.id, "appeal", origin(), now);
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
  return { what: "Denied a request about data" };
}
