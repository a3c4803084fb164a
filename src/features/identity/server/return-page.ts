import type { FastifyInstance } from "fastify";
import { identityPath, paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { authPath } from "../../customers/contract/auth.ts";
import { continueName, logOutName, returnCollection, returnQuery } from "../contract/app-pages.ts";

/** The page that returns to an app, and asks before an app gets access or logs out. */
export function registerReturnPage(app: FastifyInstance, context: AppContext): void {
  const { pages, database } = context;
  app.get(paths.reauth, async (request, reply) => {
    const query = queryOf(request);
    if (query.has(logOutName)) {
      const { pickLogOut } = await import("./log-out.ts");
      return pages.sendWithState(reply, paths.reauth, 200, {
        collection: returnCollection,
        step: logOutName,
        extras: pickLogOut(Object.fromEntries(query)),
      });
    }
    const asked = query.get(continueName);
    const id = asked ?? query.get(returnQuery);
    const { findAppLogin } = await import("./app-login.ts");
    const login = id === null ? undefined : await findAppLogin(id, context);
    if (!login) return pages.serve(request, reply, paths.reauth);
    const { appName } = login;
    if (asked === null) {
      const { issuerPath } = await import("./provider/issuer.ts");
      const link = `${issuerPath}/auth/${id}`;
      return pages.sendWithState(reply.header("refresh", `0; url=${link}`), paths.reauth, 200, {
        collection: returnCollection,
        values: { link, appName },
      });
    }
    const { findSiteSession } = await import("./provider/site-session.ts");
    const site = await findSiteSession(request, reply, context);
    const link = `${identityPath}/interaction/${id}`;
    if (!site) return reply.redirect(authPath(paths.login, link), 303);
    const { email } = await database.db
      .selectFrom("accounts")
      .select("email")
      .where("uid", "=", site.uid)
      .executeTakeFirstOrThrow();
    return pages.sendWithState(reply, paths.reauth, 200, {
      collection: returnCollection,
      step: continueName,
      values: { link, appName, email },
    });
  });
}
