import type { FastifyInstance, FastifyRequest } from "fastify";
import { maxBodyBytes } from "../../../../platform/contract/form-engine/submission.ts";
import { linkSteps, paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isWholeToken } from "../../../../platform/server/credentials/tokens.ts";
import { requireOwnSite } from "../../../../platform/server/http/same-origin.ts";
import {
  noteRejection,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { isFormBody, registerFormParsers } from "../../../recruiting/server/form-body.ts";
import { appealForm } from "../../contract/appeal.ts";
import {
  authorityPath,
  dataCopyPath,
  privacyRequestPath,
} from "../../contract/privacy-requests.ts";

/** Browsers write a byte as three characters ("%C5"). */
const maxNativeBytes = 3 * maxBodyBytes;

/**
 * The pages of personal links about a person's data. They work without scripts; opening one changes
 * nothing, and a wrong link gets the same response as an expired one.
 */
export function registerPrivacyRequests(app: FastifyInstance, context: AppContext): void {
  const load = () => import("./page.ts");
  const route = privacyRequestPath(":token");
  app.register(async (scope) => {
    // The URL is a secret: no other site may see it, and no search engine may index it.
    scope.addHook("onSend", async (_request, reply) => {
      reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    });
    scope.get(route, async (request, reply) => {
      const { findPage } = await load();
      const privacyRequest = await findPage(tokenOf(request), context);
      const state = { collection: appealForm.collection };
      const page = paths.privacyRequestLink;
      if (!privacyRequest) {
        const cut = isWholeToken(tokenOf(request)) ? state : { ...state, step: linkSteps.cut };
        return context.pages.sendSharedState(reply, page, cut, 404);
      }
      return context.pages.sendWithState(reply, page, 200, { ...state, privacyRequest });
    });
    registerNativePost(
      scope,
      paths.privacyRequestLink,
      context,
      {
        route,
        run: async (request) => (await load()).changeAtPage(request, tokenOf(request), context),
        stateAfter: async (rejection, request) =>
          (await load()).stateAfter(rejection, request, tokenOf(request), context),
      },
      { bodyLimit: maxNativeBytes },
    );
    scope.register((files) => registerAuthorityFiles(files, context));
    scope.post(dataCopyPath(":token"), async (request, reply) => {
      const token = tokenOf(request);
      const { sendCopy, stateAfter } = await load();
      try {
        requireOwnSite(request, context.config);
        return await sendCopy(request, reply, token, context);
      } catch (error) {
        const rejection = noteRejection(error as Error, request, reply);
        const state = await stateAfter(rejection, request, token, context);
        const { statusCode } = rejection;
        return context.pages.sendWithState(reply, paths.privacyRequestLink, statusCode, state);
      }
    });
  });
}

/** Takes an agent's file; in a scope of its own, whose parser reads files. */
async function registerAuthorityFiles(scope: FastifyInstance, context: AppContext): Promise<void> {
  registerFormParsers(scope, context);
  registerNativePost(scope, paths.privacyRequestLink, context, {
    route: authorityPath(":token"),
    accepts: ({ body }) => isFormBody(body),
    showsUnread: true,
    run: async (request) =>
      (await import("./page.ts")).takeAuthorityFile(request, tokenOf(request), context),
    stateAfter: async (rejection, request) =>
      (await import("./page.ts")).stateAfter(rejection, request, tokenOf(request), context),
  });
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { readonly token: string }).token;
}
