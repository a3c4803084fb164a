import type { FastifyReply, FastifyRequest } from "fastify";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import {
  type FormState,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import {
  countLinkPress,
  readLinkForm,
  rejectedLinkForm,
} from "../../../../platform/server/pages/link-form.ts";
import type { NativeResult } from "../../../../platform/server/pages/native-post.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { type FormBody, fileIn, isCut } from "../../../recruiting/server/form-body.ts";
import { appealForm } from "../../contract/appeal.ts";
import type { PrivacyKind, PrivacyStatus } from "../../contract/cases.ts";
import { type Correction, correctable } from "../../contract/corrections.ts";
import {
  type CorrectionState,
  dataCopyPath,
  fileName,
  type PrivacyRequestState,
  privacyRequestPath,
} from "../../contract/privacy-requests.ts";
import { actName } from "../../contract/your-privacy.ts";
import { toIso, toIsoOrNull } from "../desk/list-requests.ts";
import { fileAppeal, mayAppeal } from "../requests/appeal.ts";
import { addAuthorityFile, listAuthorityFiles } from "../requests/authority.ts";
import { confirmIdentity, isIdentityOpen } from "../requests/identity.ts";
import { findLink, keepAsStatus } from "../requests/links.ts";
import { addLog, lockPrivacyRequest } from "../requests/privacy-case.ts";
import { mayStop, stopRequest } from "../requests/stop-request.ts";
import { sendDataOf } from "./send-data.ts";

const { honeypot } = submissionExtras;
const bodySchema = textsSchema([...appealForm.fields.map(({ name }) => name), actName, honeypot]);

/** What the page of a token shows; undefined for a wrong or expired one. */
export async function findPage(
  token: string,
  { database: { db }, now }: AppContext,
): Promise<PrivacyRequestState | undefined> {
  const link = await findLink(db, token, now());
  if (!link) return undefined;
  const request = await db
    .selectFrom("privacy_cases")
    .selectAll()
    .where("id", "=", link.caseId)
    .executeTakeFirst();
  if (!request) return undefined;
  const isDone =
    link.kind === "identity"
      ? !isIdentityOpen(request)
      : link.kind === "appeal" && !mayAppeal(request);
  const isForPerson = link.kind === "identity" || link.kind === "status";
  const maySeeReason = isForPerson || link.kind === "appeal" || request.authority_at !== null;
  const { agent_name: agentName, agent_role: role } = request;
  return {
    action: link.kind === "copy" ? dataCopyPath(token) : privacyRequestPath(token),
    step: link.kind,
    kind: request.kind as PrivacyKind,
    reference: request.reference,
    agent: agentName === "" ? null : { name: agentName, role },
    isDone,
    dueAt: new Date(Number(request.due_at)).toISOString(),
    openUntil: new Date(link.expiresAt).toISOString(),
    reason: request.status === "denied" && maySeeReason ? request.denial_reason : "",
    status: request.status as PrivacyStatus,
    receivedAt: toIso(request.received_at),
    identityAt: toIsoOrNull(request.identity_at),
    closedAt: toIsoOrNull(request.closed_at),
    daysLeft: dayOf(now()).until(dayOf(Number(request.due_at))).days,
    corrections: isForPerson ? readCorrections(request.corrections) : [],
    details: isForPerson ? request.details : "",
    authorityFiles: link.kind === "agent" ? await listAuthorityFiles(db, request.id) : [],
    isAuthorityAccepted: request.authority_at !== null,
    mayStop: link.kind !== "copy" && mayStop(request),
  };
}

function readCorrections(stored: string): readonly CorrectionState[] {
  const corrections: readonly Correction[] = stored === "" ? [] : JSON.parse(stored);
  return corrections.map(({ field, ...rest }) => ({
    ...rest,
    label: correctable.find(({ name }) => name === field)?.label ?? field,
  }));
}

/** Runs the action of the page's button. @throws ApiError "not-found", "invalid", "too-many" */
export async function changeAtPage(
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<NativeResult> {
  const body = parse(bodySchema, request.body);
  const link = await requireLink(token, context);
  const text = link.kind === "appeal" ? readLinkForm(appealForm, body).message : "";
  await countLinkPress(request, token, context);
  const isStop = body[actName] === "stop" && link.kind !== "copy";
  await context.database.write(async (trx) => {
    const found = await lockPrivacyRequest(trx, "id", link.caseId);
    if (link.kind === "identity") await keepAsStatus(trx, token, context.now());
    if (isStop)
      return stopRequest(trx, found, link.kind === "agent" ? "agent" : "person", context.now());
    if (link.kind === "appeal") await fileAppeal(trx, found, text, context.now());
    if (link.kind === "identity")
      await confirmIdentity(trx, found, "link", undefined, context.now());
  });
  return { goTo: privacyRequestPath(token) };
}

/** Sends the copy of a person's data as a file. @throws ApiError "not-found", "too-many" */
export async function sendCopy(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  context: AppContext,
): Promise<FastifyReply> {
  const link = await requireLink(token, context);
  if (link.kind !== "copy") throw new ApiError("not-found");
  await countLinkPress(request, token, context);
  const { email } = await context.database.write(async (trx) => {
    const found = await lockPrivacyRequest(trx, "id", link.caseId);
    await addLog(trx, found, { kind: "privacy.copy-downloaded" }, context.now());
    return found;
  });
  return sendDataOf({ email }, reply, context, request.log);
}

const noFile = "Choose a file first.";

/** Stores the file that an agent sent. @throws ApiError "not-found", "invalid", "too-many" */
export async function takeAuthorityFile(
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<NativeResult> {
  const link = await requireLink(token, context);
  if (link.kind !== "agent") throw new ApiError("not-found");
  await countLinkPress(request, token, context);
  const sent = request.body as FormBody;
  if (isCut(sent)) throw new ApiError("resume-too-large");
  const file = await fileIn(sent, fileName);
  if (!file) throw new ApiError("invalid", { message: noFile, fields: { file: noFile } });
  await addAuthorityFile(link.caseId, file, context);
  return { goTo: `${privacyRequestPath(token)}#authority` };
}

async function requireLink(token: string, { database, now }: AppContext) {
  const link = await findLink(database.db, token, now());
  if (!link) throw new ApiError("not-found");
  return link;
}

/** The page after a rejection, with what was typed. */
export async function stateAfter(
  rejection: ApiError,
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<FormState> {
  const state = { collection: appealForm.collection };
  const privacyRequest =
    rejection.body.code === "not-found" ? undefined : await findPage(token, context);
  if (!privacyRequest) return state;
  const isAgentPage = privacyRequest.step === "agent";
  const { message } = rejection.body;
  return {
    ...state,
    privacyRequest,
    ...(isAgentPage
      ? { failure: message ?? appealForm.failure }
      : rejectedLinkForm(appealForm, rejection, request)),
  };
}
