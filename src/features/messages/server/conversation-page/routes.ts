import type { FastifyInstance } from "fastify";
import { maxBodyBytes } from "../../../../platform/contract/form-engine/submission.ts";
import { linkSteps, paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { splitQuery } from "../../../../platform/server/pages/addresses.ts";
import { registerNativePost } from "../../../../platform/server/pages/native-post.ts";
import { interviewNames } from "../../../interviews/contract/interviews.ts";
import { calendarTypeOf } from "../../../interviews/server/calendar-file.ts";
import { documentAddress } from "../../../recruiting/contract/documents/documents.ts";
import { isFormBody, registerFormParsers } from "../../../recruiting/server/form-body.ts";
import { conversationPath } from "../../contract/conversations.ts";
import { messageForm } from "../../contract/forms/message.ts";
import { downloadHeaders } from "../reply-files/send-file.ts";
import { isWholeToken, readConversationToken } from "./link.ts";

const route = conversationPath(":token");

/** Browsers write a byte as three characters ("%C5"). */
const maxNativeBytes = 3 * maxBodyBytes;

/**
 * The pages of personal links. They work without scripts; opening one changes nothing, and a wrong
 * token gets the same response as an expired one.
 */
export function registerConversations(app: FastifyInstance, context: AppContext): void {
  const load = () => import("./conversation-page.ts");
  app.register(async (scope) => {
    // The URL is a secret: no other site may see it, and no search engine may index it.
    scope.addHook("onSend", async (_request, reply) => {
      reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    });
    scope.get(route, async (request, reply) => {
      const { token } = request.params as { readonly token: string };
      const today = readConversationToken(context.secret, token)?.token ?? token;
      if (today !== token) {
        const [, query] = splitQuery(request.url);
        const target = conversationPath(today) + (query === undefined ? "" : `?${query}`);
        return reply.header("cache-control", "no-store").redirect(target, 302);
      }
      const { findPage } = await load();
      const conversation = await findPage(request, context);
      const state = { collection: messageForm.collection };
      if (!conversation) {
        const cut = isWholeToken(token) ? state : { ...state, step: linkSteps.cut };
        return context.pages.sendSharedState(reply, paths.messages, cut, 404);
      }
      const found = { ...state, conversation };
      return context.pages.sendWithState(reply, paths.messages, 200, found);
    });
    // Not the empty name of "/messages//", which leads to the page.
    scope.get(`${route}/:file(^.+$)`, async (request, reply) => {
      const { findCalendarFile, findFile, findWholeText } = await load();
      const calendar = await findCalendarFile(request, context);
      if (calendar !== undefined) {
        return reply
          .type(calendarTypeOf(false))
          .headers({ "cache-control": "no-store", ...downloadHeaders(interviewNames.file) })
          .send(calendar);
      }
      const file = await findFile(request, context);
      if (file) {
        return reply
          .type("application/octet-stream")
          .headers({ "cache-control": "no-store", ...downloadHeaders(file.name) })
          .send(file.bytes);
      }
      const text = await findWholeText(request, context);
      if (text === undefined) {
        const state = { collection: messageForm.collection };
        return context.pages.sendSharedState(reply, paths.messages, state, 404);
      }
      return reply
        .type("text/plain; charset=utf-8")
        .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" })
        .send(text);
    });
    scope.register((files) => registerDocuments(files, context));
    registerNativePost(
      scope,
      paths.messages,
      context,
      {
        route,
        run: async (request) => (await load()).changeAtPage(request, context),
        stateAfter: async (rejection, request) =>
          (await load()).stateAfter(rejection, request, context),
      },
      { bodyLimit: maxNativeBytes },
    );
  });
}

/** Takes an applicant's document; in a scope of its own, whose parser reads files. */
async function registerDocuments(scope: FastifyInstance, context: AppContext): Promise<void> {
  registerFormParsers(scope, context);
  const load = () => import("./take-document.ts");
  registerNativePost(scope, paths.messages, context, {
    route: `${route}/${documentAddress.path}`,
    accepts: ({ body }) => isFormBody(body),
    showsUnread: true,
    run: async (request) => (await load()).takeDocument(request, context),
    stateAfter: async (rejection, request) =>
      (await load()).stateAfterDocument(rejection, request, context),
  });
}
