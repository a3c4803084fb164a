import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import { errors } from "../../../../platform/contract/errors/errors.ts";
import {
  type FormState,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { countLinkPress, readLinkForm } from "../../../../platform/server/pages/link-form.ts";
import { errorsOf, type NativeResult } from "../../../../platform/server/pages/native-post.ts";
import {
  type DocumentField,
  documentForm,
} from "../../../recruiting/contract/documents/document-form.ts";
import { documentAddress } from "../../../recruiting/contract/documents/documents.ts";
import { addDocument } from "../../../recruiting/server/documents/add-document.ts";
import {
  type FormBody,
  fileIn,
  isCut,
  isFormBody,
  textIn,
} from "../../../recruiting/server/form-body.ts";
import { conversationNames, conversationPath } from "../../contract/conversations.ts";
import { messageForm } from "../../contract/forms/message.ts";
import { findFromRequest, findPage } from "./conversation-page.ts";

const noFile = "Choose a file first.";

/** Stores the document that an applicant sent. @throws ApiError "not-found", "invalid", "too-many" */
export async function takeDocument(
  request: FastifyRequest,
  context: AppContext,
): Promise<NativeResult> {
  const sent = request.body as FormBody;
  const found = await findFromRequest(request, context);
  if (found?.owner.kind !== "application") throw new ApiError("not-found");
  if (isCut(sent)) throw new ApiError("resume-too-large");
  await countLinkPress(request, found.token, context);
  await countAttempt(context, [
    { limit: "resumeAddress", hash: context.clientKeys.hashAddress(request) },
  ]);
  const values = readLinkForm(documentForm, textsOf(sent));
  const file = await fileIn(sent, documentAddress.file);
  if (!file) throw new ApiError("invalid", { message: noFile, fields: { file: noFile } });
  const key = textIn(sent, submissionExtras.key);
  const document = {
    ...values,
    replaces: textIn(sent, documentAddress.replaces),
    sourceKey: hash("sha256", [found.token, key].join("\n"), "base64url"),
    file,
  };
  await addDocument(found.owner.id, document, context);
  const { added } = conversationNames;
  return { goTo: `${conversationPath(found.token)}?${added}#${conversationNames.sent}` };
}

/** The page after a rejection, with what was typed; the file has to be chosen again. */
export async function stateAfterDocument(
  rejection: ApiError,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const state = { collection: messageForm.collection };
  const body = isFormBody(request.body) ? request.body : undefined;
  const replaces = body && textIn(body, documentAddress.replaces);
  const conversation =
    rejection.body.code === "not-found" ? undefined : await findPage(request, context, replaces);
  if (!conversation) return state;
  const { code, message, retryAfter } = rejection.body;
  const isOfFile = code === "too-large" || code.startsWith("resume-");
  const text = code === "too-large" ? errors["resume-too-large"].message : (message ?? "");
  return {
    ...state,
    step: documentAddress.path,
    conversation,
    values: body ? textsOf(body) : {},
    ...(isOfFile
      ? { errors: { file: text } }
      : errorsOf(rejection, failureWithWait(documentForm.failure, retryAfter))),
  };
}

function textsOf(sent: FormBody): Partial<Record<DocumentField, string>> {
  const names = [...documentForm.fields.map(({ name }) => name), submissionExtras.honeypot];
  return Object.fromEntries(names.map((name) => [name, textIn(sent, name)]));
}
