import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import {
  type FormState,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import {
  countLinkPress,
  readLinkForm,
  rejectedLinkForm,
} from "../../../../platform/server/pages/link-form.ts";
import type { NativeResult } from "../../../../platform/server/pages/native-post.ts";
import {
  type InterviewAct,
  interviewActs,
  interviewNames,
} from "../../../interviews/contract/interviews.ts";
import { otherTimeForm } from "../../../interviews/contract/time-form.ts";
import {
  askForTime,
  cancelTime,
  chooseTime,
  readCalendarFile,
} from "../../../interviews/server/applicant.ts";
import { documentAddress } from "../../../recruiting/contract/documents/documents.ts";
import { conversationBody } from "../../contract/conversation-endpoints.ts";
import {
  type ConversationAct,
  type ConversationState,
  conversationActs,
  conversationNames,
  conversationPath,
} from "../../contract/conversations.ts";
import { messageForm } from "../../contract/forms/message.ts";
import { readSentFile } from "../reply-files/send-file.ts";
import { addMessage, closeConversation, requireCase } from "./change-conversation.ts";
import {
  type Conversation,
  findConversation,
  readConversation,
  readWholeText,
} from "./read-conversation.ts";

const { key } = submissionExtras;

const shownAfter = ["sent", "added", "solved", "take-back"] as const;

const { sent, solved } = conversationNames;

/** Query and fragment of the page after an action; without a fragment, browsers keep the form's. */
const viewAfter: Readonly<Record<ConversationAct, string>> = {
  message: `?${sent}#${sent}`,
  solved: `?${solved}#`,
  "take-back": "#",
};

/**
 * What the page of a request's token shows; undefined for a wrong or expired one.
 * @param replaces id of the document that the form of an application's page replaces
 */
export async function findPage(
  request: FastifyRequest,
  context: AppContext,
  replaces = queryOf(request).get(documentAddress.replaces) ?? "",
): Promise<ConversationState | undefined> {
  const found = await findFromRequest(request, context);
  const query = queryOf(request);
  const shows = shownAfter.find((name) => query.has(name)) ?? null;
  const asked = (
    [
      ["change", interviewNames.change],
      ["taken", interviewNames.taken],
    ] as const
  ).find(([, name]) => query.has(name));
  const asks = { shows, interviewShows: asked?.[0], replaces };
  return found && readConversation(context.database.db, found, context.now(), asks);
}

/** The whole text of an email that is too long for the page; undefined without one. */
export async function findWholeText(
  request: FastifyRequest,
  context: AppContext,
): Promise<string | undefined> {
  const found = await findFromRequest(request, context);
  const { file } = request.params as { readonly file: string };
  const id = /^([0-9a-f-]{36})\.txt$/.exec(file)?.[1];
  if (!found || id === undefined) return undefined;
  return readWholeText(context.database.db, found.shown, id);
}

/** The calendar file of the interview of an application; undefined without one. */
export async function findCalendarFile(
  request: FastifyRequest,
  context: AppContext,
): Promise<string | undefined> {
  const { file } = request.params as { readonly file: string };
  const found = file === interviewNames.file ? await findFromRequest(request, context) : undefined;
  if (found?.owner.kind !== "application") return undefined;
  const { id } = found.owner;
  return readCalendarFile(context.database.db, id, context);
}

/** A file that we attached; undefined without one. @throws ApiError "not-found" */
export async function findFile(request: FastifyRequest, context: AppContext) {
  const { file } = request.params as { readonly file: string };
  const found = /^[0-9a-f-]{36}$/.test(file) ? await findFromRequest(request, context) : undefined;
  return found && readSentFile(found.shown, file, context);
}

/** Runs the action of a button of the page. @throws ApiError "not-found", "invalid", "too-many" */
export async function changeAtPage(
  request: FastifyRequest,
  context: AppContext,
): Promise<NativeResult> {
  const body = parse(conversationBody, request.body);
  const found = await findFromRequest(request, context);
  if (!found) throw new ApiError("not-found");
  const chosen = interviewActs.find((one) => one === body[conversationNames.act]);
  if (chosen) return changeInterview(chosen, found, body, request, context);
  const act = conversationActs.find((one) => one === body[conversationNames.act]) ?? "message";
  const text = act === "message" ? readLinkForm(messageForm, body).message : "";
  await countLinkPress(request, found.token, context);
  await requireCase(context, found.owner);
  await perform(act, found, text, body, context);
  return { goTo: `${conversationPath(found.token)}${viewAfter[act]}` };
}

/** @throws ApiError "not-found", "invalid", "malformed", "too-many" */
async function changeInterview(
  act: InterviewAct,
  { owner, token }: Conversation,
  body: TextBody,
  request: FastifyRequest,
  context: AppContext,
): Promise<NativeResult> {
  const { write } = context.database;
  const { section, slot, taken } = interviewNames;
  const goTo = (query: string) => ({ goTo: conversationPath(token) + query });
  if (body[submissionExtras.honeypot]) throw new ApiError("malformed");
  const text = act === "ask-time" ? readLinkForm(otherTimeForm, body).message : "";
  const id = body[slot] ?? "";
  if (act === "choose-time" && id === "") {
    throw new ApiError("invalid", { fields: { [slot]: "Please choose one of the times first." } });
  }
  await countLinkPress(request, token, context);
  if (owner.kind !== "application") throw new ApiError("not-found");
  if (act === "cancel-time") await write((trx) => cancelTime(trx, owner.id, context));
  if (act === "choose-time") {
    const outcome = await write((trx) => chooseTime(trx, owner.id, id, context));
    return goTo(outcome === "taken" ? `?${taken}#${section}` : `#${section}`);
  }
  if (act === "ask-time") {
    const message = {
      text: `Another time for the interview: ${text}`,
      sourceKey: keyOf(token, body, text),
    };
    await write(async (trx) => {
      await askForTime(trx, owner.id, context);
      await addMessage(trx, owner, message, context);
    });
  }
  return goTo(act === "ask-time" ? viewAfter.message : "#");
}

/** The page's key and the text: a repeated post is one message, an edited one is another. */
function keyOf(token: string, body: Partial<TextBody>, text: string): string {
  return `page:${hash("sha256", [token, body[key], text].join("\n"), "base64url")}`;
}

function perform(
  act: ConversationAct,
  { owner, token }: Conversation,
  text: string,
  body: Partial<TextBody>,
  context: AppContext,
): Promise<unknown> {
  const { write } = context.database;
  if (act !== "message") return write((trx) => closeConversation(trx, owner, act, context));
  const sourceKey = keyOf(token, body, text);
  return write((trx) => addMessage(trx, owner, { text, sourceKey }, context));
}

/** The page after a rejection, with what was typed. */
export async function stateAfter(
  rejection: ApiError,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const state = { collection: messageForm.collection };
  const { act } = (request.body ?? {}) as Partial<TextBody>;
  const step = interviewActs.some((one) => one === act) && { step: interviewNames.section };
  const conversation =
    rejection.body.code === "not-found" ? undefined : await findPage(request, context);
  if (!conversation) return state;
  return { ...state, ...step, conversation, ...rejectedLinkForm(messageForm, rejection, request) };
}

export function findFromRequest(request: FastifyRequest, { database, secret, now }: AppContext) {
  const { token } = request.params as { readonly token: string };
  return findConversation(database.db, secret, token, now());
}
