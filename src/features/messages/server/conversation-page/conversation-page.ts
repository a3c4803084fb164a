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

const { sent, solved } = conversationNames;

/** Query and fragment of the page after an action; without a fragment, browsers keep the form's. */
const viewAfter: Readonly<Record<ConversationAct, string>> = {
  message: `?${sent}#${sent}`,
  solved: `?${solved}#`,
  "take-back": "#",
};

/** What the page of a request's token shows; undefined for a wrong or expired one. */
export async function findPage(
  request: FastifyRequest,
  context: AppContext,
): Promise<ConversationState | undefined> {
  const found = await find(request, context);
  const query = queryOf(request);
  const shows = (["sent", "solved", "take-back"] as const).find((name) => query.has(name));
  return found && readConversation(context.database.db, found, context.now(), shows ?? null);
}

/** The whole text of an email that is too long for the page; undefined without one. */
export async function findWholeText(
  request: FastifyRequest,
  context: AppContext,
): Promise<string | undefined> {
  const found = await find(request, context);
  const { file } = request.params as { readonly file: string };
  const id = /^([0-9a-f-]{36})\.txt$/.exec(file)?.[1];
  if (!found || id === undefined) return undefined;
  return readWholeText(context.database.db, found.shown, id);
}

/** A file that we attached; undefined without one. @throws ApiError "not-found" */
export async function findFile(request: FastifyRequest, context: AppContext) {
  const { file } = request.params as { readonly file: string };
  const found = /^[0-9a-f-]{36}$/.test(file) ? await find(request, context) : undefined;
  return found && readSentFile(found.shown, file, context);
}

/** Runs the action of a button of the page. @throws ApiError "not-found", "invalid", "too-many" */
export async function changeAtPage(
  request: FastifyRequest,
  context: AppContext,
): Promise<NativeResult> {
  const body = parse(conversationBody, request.body);
  const found = await find(request, context);
  if (!found) throw new ApiError("not-found");
  const act = conversationActs.find((one) => one === body[conversationNames.act]) ?? "message";
  const text = act === "message" ? readLinkForm(messageForm, body).message : "";
  await countLinkPress(request, found.token, context);
  await requireCase(context, found.owner);
  await perform(act, found, text, body, context);
  return { goTo: `${conversationPath(found.token)}${viewAfter[act]}` };
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
  // The page's key and the text: a repeated post is one message, an edited one is another.
  const sourceKey = `page:${hash("sha256", [token, body[key], text].join("\n"), "base64url")}`;
  return write((trx) => addMessage(trx, owner, { text, sourceKey }, context));
}

/** The page after a rejection, with what was typed. */
export async function stateAfter(
  rejection: ApiError,
  request: FastifyRequest,
  context: AppContext,
): Promise<FormState> {
  const state = { collection: messageForm.collection };
  const conversation =
    rejection.body.code === "not-found" ? undefined : await findPage(request, context);
  if (!conversation) return state;
  return { ...state, conversation, ...rejectedLinkForm(messageForm, rejection, request) };
}

function find(request: FastifyRequest, { database, secret, now }: AppContext) {
  const { token } = request.params as { readonly token: string };
  return findConversation(database.db, secret, token, now());
}
