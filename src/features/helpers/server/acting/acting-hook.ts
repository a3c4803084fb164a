import type { FastifyInstance, FastifyRequest } from "fastify";
import { deskApiPath, readEndpoint } from "../../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import { splitQuery } from "../../../../platform/server/pages/addresses.ts";
import { authPath } from "../../../customers/contract/auth.ts";
import { findSession } from "../../../customers/server/auth/sessions.ts";
import { helpingPath, helpQuery } from "../../contract/helpers.ts";
import { helpingCollection } from "../pages/helping-state.ts";
import { decide, type Help, rejectionOf } from "./decide.ts";
import { helpRoutes } from "./help-routes.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The help that the request names and that includes it; null for a request of one's own. */
    help: Help | null;
  }
}

/**
 * Decides every request that names a help (`?for=`), before its route runs. Routes that know nothing
 * of helpers are never run for one, so that none of them can mistake the helper for the person. A
 * request that names no help is the helper's own.
 */
export function registerActing(app: FastifyInstance, context: AppContext): void {
  const { database, now, pages } = context;
  app.decorateRequest("help", null);
  app.addHook("preHandler", async (request, reply) => {
    const [path] = splitQuery(request.url);
    const query = queryOf(request);
    if (!query.has(helpQuery.for) || !isOwn(path, request)) return;
    const asked = readAsked(request, path, query);
    const session = await findSession(request, context);
    const decided = await decide(database.db, { ...asked, actor: session?.uid }, now());
    if (decided.refused === undefined) {
      request.help = decided.help;
      return;
    }
    if (path.startsWith("/api/")) throw rejectionOf(decided.refused);
    reply.header("cache-control", "no-store");
    if (decided.refused === "signed-out") {
      return reply.redirect(authPath(paths.login, request.url), 303);
    }
    // In a browser, scripts would show the page of this address in its place.
    if (path !== paths.helping && request.headers["sec-fetch-mode"] === "navigate") {
      const { helpId, part = "" } = asked;
      return reply.redirect(helpingPath(helpId, { [helpQuery.needed]: part }), 303);
    }
    // A query that names a help of somebody else tells nothing about it.
    const { readRejected } = await import("../pages/helping-state.ts");
    const helping = await readRejected(database.db, decided, session, now());
    return pages.sendWithState(reply, paths.helping, 403, {
      collection: helpingCollection,
      helping,
    });
  });
}

/** The help that a request names, and the part that it needs. */
function readAsked(request: FastifyRequest, path: string, query: URLSearchParams) {
  const method = request.method === "HEAD" ? "GET" : request.method;
  const body = (request.body ?? {}) as Partial<TextBody>;
  const named = query.getAll(helpQuery.for);
  const helpId = named.length === 1 ? (named[0] ?? "") : "";
  return { helpId, part: helpRoutes[`${method} ${path}`]?.({ query, body }) };
}

/** Whether a route is a signed-in person's, or an API: others have no use for a help. */
function isOwn(path: string, { routeOptions }: FastifyRequest): boolean {
  const endpoint = routeOptions.config?.endpoint;
  const permission = endpoint === undefined ? "" : readEndpoint(endpoint).permission;
  if (permission.endsWith("session") && !permission.startsWith("desk")) return true;
  return path.startsWith("/portal/") || (path.startsWith("/api/") && !path.startsWith(deskApiPath));
}
