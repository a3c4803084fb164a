import type { FastifyInstance } from "fastify";
import { outageNotices } from "../../../../platform/contract/errors/outage-errors.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isNativePost } from "../../../../platform/server/http/body.ts";
import {
  registerEndpoint,
  registerRoute,
} from "../../../../platform/server/http/register-endpoint.ts";
import { requireOwnPage } from "../../../../platform/server/http/same-origin.ts";
import { authEndpoints, type SessionResponse } from "../../contract/auth-endpoints.ts";
import { findPrefillCustomer } from "./prefill.ts";
import { clearSessionCookie, endSessions, findSession } from "./sessions.ts";

export function registerAccounts(app: FastifyInstance, context: AppContext): void {
  const failed = { failedPage: paths.login, failedNotice: outageNotices.logOut };
  registerRoute(app, authEndpoints.logout, { config: failed }, async ({ request, reply }) => {
    requireOwnPage(request, context.config);
    reply.header("cache-control", "no-store");
    // Logs out the current session, even if the posting page belonged to another person.
    const session = await findSession(request, context);
    // Without scripts, the page's own form posts and expects a page.
    const isNative = isNativePost(request);
    if (!session && !isNative) throw new ApiError("not-signed-in");
    if (session) {
      await context.database.write((trx) =>
        endSessions(trx, session.uid, { loggedOut: session.id }),
      );
    }
    clearSessionCookie(reply, context);
    return isNative ? reply.redirect(paths.login, 303) : {};
  });

  registerEndpoint(
    app,
    authEndpoints.session,
    context,
    async ({ request, reply }): Promise<SessionResponse> => {
      const session = await findSession(request, context, reply);
      if (!session) return { signedIn: false };
      const person = await findPrefillCustomer(context.database.db, session.uid);
      return { signedIn: true, uid: session.uid, ...person };
    },
  );
}
