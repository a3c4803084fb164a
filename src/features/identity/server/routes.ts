import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { identityPath } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import {
  type Counter,
  countAttempt,
  refundAttempt,
} from "../../../platform/server/credentials/throttles.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { requireOwnPage } from "../../../platform/server/http/same-origin.ts";
import { ProviderHost } from "./provider/provider-host.ts";
import { findSiteSession, siteSessions } from "./provider/site-session.ts";

/** What apps and their users reach below the issuer's path. */
export function registerProvider(app: FastifyInstance, context: AppContext): void {
  const host = new ProviderHost(context, app.log);
  const open = async () => {
    const provider = await host.find();
    if (!provider) throw new ApiError("not-found");
    return provider;
  };
  app.route<{ Params: { id: string } }>({
    method: ["GET", "POST"],
    url: `${identityPath}/interaction/:id`,
    handler: async (request, reply) => {
      if (request.method === "POST") requireOwnPage(request, context.config);
      const { continueLogin } = await import("./continue-login.ts");
      return continueLogin({ request, reply, provider: await open() }, context);
    },
  });
  const logOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { logOutByApp } = await import("./log-out.ts");
    return logOutByApp({ request, reply, provider: await open() }, context);
  };
  app.get(`${identityPath}/session/end`, logOut);
  app.post(`${identityPath}/session/end`, logOut);

  app.register(async (scope) => {
    // The provider reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.route({
      method: ["GET", "POST", "OPTIONS"],
      url: `${identityPath}/*`,
      handler: async (request, reply) => {
        const provider = await open();
        const site = await findSiteSession(request, reply, context);
        if (site) siteSessions.set(request.raw, site);
        const isSilent = site !== undefined && queryOf(request).get("prompt") === "none";
        const hash = context.clientKeys.hashAddress(request);
        const path = request.url.split("?")[0]?.slice(identityPath.length) ?? "";
        if (path === "/auth" && !isSilent) {
          await countAttempt(context, [{ limit: "appLoginAddress", hash }]);
        }
        const call = { request, reply, provider };
        if (!takesTokens.includes(path)) return handOver(call, context);
        const attempt: Counter = { limit: "appTokenAddress", hash };
        await countAttempt(context, [attempt]);
        const handedOver = await handOver(call, context);
        if (reply.raw.statusCode < 400) {
          await context.database.write((trx) => refundAttempt(trx, attempt));
        }
        return handedOver;
      },
    });
  });
}

/** Where apps send codes and tokens; those that are not valid are counted. */
const takesTokens: readonly string[] = ["/token", "/token/revocation"];

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly provider: Provider;
}

/** Lets the provider answer, with the address that the issuer has, whatever the request says. */
async function handOver({ request, reply, provider }: Call, context: AppContext) {
  const { raw } = request;
  const { protocol, host } = new URL(context.origin());
  const url = raw.url ?? "";
  raw.headers.host = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = host;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  // As Express does below a mounted path: the provider makes addresses from the difference.
  Object.assign(raw, { originalUrl: url, url: url.slice(identityPath.length) });
  try {
    await provider.callback()(raw, reply.raw);
  } finally {
    raw.url = url;
  }
  const { failures } = await import("./provider/provider.ts");
  const failure = failures.get(raw);
  if (failure === undefined) return reply.hijack();
  throw toRejection(failure);
}

/** Nothing that the app sent is repeated: its address may be wrong. */
function toRejection(error: string): ApiError {
  if (error === "server_error") return new ApiError("server-error");
  return new ApiError("app-login");
}
