import type { IncomingMessage } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type KoaContextWithOIDC, Provider } from "oidc-provider";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { responseModes } from "../clients.ts";
import { readClaims, scopeClaims } from "./claims.ts";
import { issuerOf, issuerPath } from "./issuer.ts";
import type { SigningKey } from "./keys.ts";
import { loginPolicy } from "./login-policy.ts";
import { Records } from "./records.ts";
import { acrs, siteSessions } from "./site-session.ts";

const inSeconds = (ms: number) => Math.floor(ms / 1000);
const idleSeconds = inSeconds(days(30));
const grantSeconds = inSeconds(days(365));

/** Why a request was answered with no redirect to the app; the caller sends the page. */
export const failures = new WeakMap<IncomingMessage, string>();

/**
 * The OpenID Connect provider below the path of the issuer. It has no session of its own: who is logged
 * in at the site is logged in here (docs/decisions/0134).
 */
export function buildProvider(
  context: AppContext,
  keys: readonly SigningKey[],
  log: FastifyBaseLogger,
): Provider {
  const cookies = { httpOnly: true, sameSite: "lax", secure: isHttps(context) } as const;
  const provider = new Provider(issuerOf(context), {
    adapter: (kind: string) => new Records(kind, context),
    jwks: { keys: [...keys] },
    findAccount: async (_ctx, uid) => {
      const claims = await readClaims(context, uid);
      return claims && { accountId: uid, claims: () => ({ ...claims }) };
    },
    acrValues: [...acrs],
    scopes: ["openid", "offline_access", "cases", "requests"],
    claims: {
      openid: ["sub", "acr", "amr", "auth_time", "sid"],
      ...Object.fromEntries(Object.entries(scopeClaims).map(([name, own]) => [name, [...own]])),
      iss: null,
    },
    clientAuthMethods: ["none"],
    responseTypes: ["code"],
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    pkce: { required: () => true },
    cookies: { short: cookies, long: cookies },
    features: {
      backchannelLogout: { enabled: true },
      claimsParameter: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: {
      policy: loginPolicy(context),
      url: (_ctx, { uid }) => `${issuerPath}/interaction/${uid}`,
    },
    routes: { authorization: "/auth", token: "/token", userinfo: "/userinfo" },
    loadExistingGrant: (ctx) => loadGrant(ctx, provider),
    extraParams: { app_version: keepOfflineAccess },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: inSeconds(minutes(5)),
      AuthorizationCode: inSeconds(minutes(1)),
      Grant: grantSeconds,
      IdToken: inSeconds(hours(1)),
      Interaction: inSeconds(minutes(facts.keep.appLoginMinutes)),
      RefreshToken: (_ctx, token) =>
        Math.max(1, Math.min(idleSeconds, grantSeconds - token.totalLifetime())),
      Session: idleSeconds,
    },
    renderError: (ctx, { error }) => {
      ctx.respond = false;
      failures.set(ctx.req, error);
    },
  });
  // The caller sets the forwarded headers.
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => log.error({ err: error }, "identity provider"));
  replaceSessions(provider);
  return provider;
}

function isHttps(context: AppContext): boolean {
  return context.config.publicUrl?.startsWith("https:") ?? false;
}

/**
 * The provider drops `offline_access` unless the app asks for a consent screen, which no app here has.
 * Checked after that, as the validator of a parameter.
 */
function keepOfflineAccess({ oidc, query }: KoaContextWithOIDC): void {
  const requested = String(query.scope ?? "").split(" ");
  const { params } = oidc;
  if (!params || !requested.includes("offline_access")) return;
  const kept = String(params.scope ?? "")
    .split(" ")
    .filter((scope) => scope !== "offline_access");
  params.scope = [...kept, "offline_access"].join(" ");
}

/**
 * The grant of the app in this session; a new one at the first log-in. One that has ended stays ended
 * until its owner logs in again.
 */
async function loadGrant({ oidc }: KoaContextWithOIDC, provider: Provider) {
  const { session, client, account } = oidc;
  if (!session || !client || !account) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  const hasLoggedIn = oidc.result?.login !== undefined;
  if (known !== undefined && !found && !hasLoggedIn) return undefined;
  const grant =
    found ?? new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  const before = JSON.stringify(grant.openid);
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(" "));
  grant.addOIDCClaims([...oidc.requestParamClaims]);
  if (!found || JSON.stringify(grant.openid) !== before) await grant.save();
  return grant;
}

/** Parts of the library's models that its types leave out. */
interface SessionModel {
  new (): object;
  get(ctx: { readonly req: IncomingMessage }): Promise<object>;
  find(id: string): Promise<object | undefined>;
  instantiate(payload?: object): object;
  readonly prototype: { resetIdentifier(): void };
}

/** Replaces the provider's own session, with its cookie, by the site's session of the request. */
function replaceSessions(provider: Provider): void {
  const Session = provider.Session as unknown as SessionModel;
  Session.prototype.resetIdentifier = () => undefined;
  Session.get = async (ctx) => {
    const site = siteSessions.get(ctx.req);
    const known = site && (await Session.find(site.id));
    const session = known ?? Session.instantiate(site && { jti: site.id, uid: site.id });
    if (site) {
      const { uid: accountId, authTime: loginTs, acr, amr } = site;
      Object.assign(session, { accountId, loginTs, acr, amr });
    }
    const { oidc } = ctx as unknown as { readonly oidc?: KoaContextWithOIDC["oidc"] };
    oidc?.entity("Session", session);
    return session;
  };
  // Each ID token names its session, by which an app logs out of it alone.
  const Client = provider.Client as unknown as { readonly prototype: { includeSid(): boolean } };
  Client.prototype.includeSid = () => true;
  // Apps are told by a queue, since it also has to work for deletions and on every instance.
  provider.use(async (ctx, next) => {
    const id = ctx.path.startsWith("/auth/") ? ctx.cookies.get(resumeCookie) : undefined;
    const paused = id === undefined ? undefined : await provider.Interaction.find(id);
    const login = paused?.result?.login;
    if (login && login.accountId !== siteSessions.get(ctx.req)?.uid) {
      // Whoever finished the log-in has logged out since, or is another one.
      ctx.redirect(`${issuerPath}/interaction/${id}`);
      return;
    }
    await next();
    if (ctx.oidc?.route === "discovery") {
      Object.assign(ctx.body as object, { response_modes_supported: responseModes });
    }
    const cookies = ctx.response.get("set-cookie") as string | readonly string[];
    const kept = [cookies].flat().filter((one) => one && !one.startsWith(`${sessionCookie}=`));
    if (kept.length > 0) ctx.set("set-cookie", kept);
    else ctx.remove("set-cookie");
  });
}

/** The cookie that the provider would set for its own session. */
const sessionCookie = "_session";

/** The cookie with the id of a log-in that continues. */
const resumeCookie = "_interaction_resume";
