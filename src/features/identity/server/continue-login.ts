import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { isAppLogin, paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { isNavigation } from "../../../platform/server/http/errors/failed-pages.ts";
import { authPath } from "../../customers/contract/auth.ts";
import { continueName, returnQuery } from "../contract/app-pages.ts";
import { findAppLogin } from "./app-login.ts";
import { isClaimed } from "./clients.ts";
import { appScheme } from "./provider/login-policy.ts";
import { findSiteSession, reaches, type SiteSession } from "./provider/site-session.ts";

interface Call {
  readonly request: FastifyRequest<{ Params: { id: string } }>;
  readonly reply: FastifyReply;
  readonly provider: Provider;
}

/**
 * A step between an app's request and its answer: sends whoever has to log in to the site's login
 * page, which returns here, asks whoever was logged in before an app with a scheme asked, and
 * otherwise finishes.
 * @throws ApiError if the login is too old, or was begun in another browser
 */
export async function continueLogin({ request, reply, provider }: Call, context: AppContext) {
  const { id } = request.params;
  const path = request.url.split("?")[0] ?? "";
  const interaction = isOwn(request, id) ? await provider.Interaction.find(id) : undefined;
  const login = interaction && (await findAppLogin(id, context));
  if (!interaction || !login || !isAppLogin(path)) {
    throw new ApiError("app-login");
  }
  reply.header("cache-control", "no-store");
  const site = await findSiteSession(request, reply, context);
  const { name, reasons } = interaction.prompt;
  const mustBeNew =
    name === "login" && reasons.some((reason) => reason !== "no_session" && reason !== appScheme);
  const isNew = site !== undefined && site.createdAt >= login.startedAt;
  if (!site || (mustBeNew && !isNew)) {
    return reply.redirect(authPath(paths.login, path), 303);
  }
  const isAgreed = isNew || request.method === "POST";
  if (!isAgreed && !isClaimed(login.redirectUri)) {
    return reply.redirect(`${paths.reauth}?${continueName}=${id}`, 303);
  }
  const requested = String(interaction.params.acr_values ?? "")
    .split(" ")
    .filter(Boolean);
  interaction.result = reaches(site.acr, requested)
    ? toResult(site)
    : {
        error: "unmet_authentication_requirements",
        error_description: "the login had no second factor",
      };
  // The new session is another one than that in which the app asked.
  delete interaction.session;
  await interaction.persist();
  const { returnTo } = interaction;
  // A browser's tab stays open after it has opened an app: it then says so.
  if (isNavigation(request) && !isClaimed(login.redirectUri)) {
    return reply.redirect(`${paths.reauth}?${returnQuery}=${id}`, 303);
  }
  return reply.redirect(returnTo, 303);
}

function toResult({ uid, acr, amr, authTime }: SiteSession) {
  return { login: { accountId: uid, acr, amr: [...amr], ts: authTime }, consent: {} };
}

/** Whether the log-in was begun in this browser. */
function isOwn(request: FastifyRequest, id: string): boolean {
  const pairs = request.headers.cookie?.split(";") ?? [];
  return pairs.some((pair) => pair.trim() === `_interaction=${id}`);
}
