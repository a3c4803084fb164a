import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { Client, Provider } from "oidc-provider";
import { paths } from "../../../platform/contract/paths.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { requireOwnPage } from "../../../platform/server/http/same-origin.ts";
import { loginPathWith } from "../../customers/contract/auth.ts";
import { clearSessionCookie, endSessions } from "../../customers/server/auth/sessions.ts";
import { logOutName } from "../contract/app-pages.ts";
import { endGrant, tellApps } from "./end-apps.ts";
import { findSiteSession } from "./provider/site-session.ts";
import { recordKinds } from "./record-id.ts";

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly provider: Provider;
}

/** What an app sends (OpenID Connect RP-Initiated Logout 1.0, section 2). */
interface LogOutRequest {
  readonly hint?: { readonly uid: string; readonly sid: string | undefined };
  readonly client?: Client | undefined;
  /** Registered for the app. */
  readonly goTo?: string | undefined;
}

/**
 * Logs out for an app: at once with an ID token of its own, otherwise after a question. Ends the site's
 * session and the app's access.
 */
export async function logOutByApp({ request, reply, provider }: Call, context: AppContext) {
  reply.header("cache-control", "no-store");
  const sent = readParams(request);
  const asked = await readLogOut(sent, provider);
  const site = await findSiteSession(request, reply, context);
  const { hint, client } = asked;
  const done = asked.goTo ?? loginPathWith("logged-out");
  if (hint && client) {
    await context.database.write(async (trx) => {
      const app = { ...hint, clientId: client.clientId };
      // A form of the app's own site arrives without the cookie of the session.
      const session = site?.uid === hint.uid ? site.id : await findSessionOf(trx, app);
      if (session !== undefined) await endSessions(trx, hint.uid, { loggedOut: session });
      await endAppOf(trx, app);
    });
    if (site?.uid === hint.uid) clearSessionCookie(reply, context);
    return reply.redirect(done, 303);
  }
  if (!site) return reply.redirect(done, 303);
  if (request.method === "POST" && sent[logOutName] !== undefined) {
    requireOwnPage(request, context.config);
    await context.database.write((trx) => endSessions(trx, site.uid, { loggedOut: site.id }));
    clearSessionCookie(reply, context);
    return reply.redirect(done, 303);
  }
  const question = new URLSearchParams({ [logOutName]: "ask", ...pickLogOut(sent) });
  return reply.redirect(`${paths.reauth}?${question}`, 303);
}

type Params = Readonly<Record<string, string | undefined>>;

function readParams(request: FastifyRequest): Params {
  if (request.method === "POST") return (request.body ?? {}) as Params;
  return Object.fromEntries(queryOf(request));
}

/** What the answer to the question needs. */
export function pickLogOut(sent: Params): Record<string, string> {
  return Object.fromEntries(
    ["client_id", "post_logout_redirect_uri", "state"].flatMap((name) =>
      sent[name] === undefined ? [] : [[name, sent[name]]],
    ),
  );
}

/** The parts of the library's models that its types leave out. */
interface IdTokenModel {
  validate(
    token: string,
    client: Client,
  ): Promise<{ readonly payload: Readonly<Record<string, unknown>> }>;
}
interface LogOutClient {
  postLogoutRedirectUriAllowed(uri: string): boolean;
}

/** @throws ApiError "app-logout" for a wrong ID token, an unknown app or an unregistered address */
async function readLogOut(sent: Params, provider: Provider): Promise<LogOutRequest> {
  const { id_token_hint: token, post_logout_redirect_uri: uri, state } = sent;
  const id = token === undefined ? sent.client_id : readAudience(token);
  if (sent.client_id !== undefined && id !== sent.client_id) throw wrongLogOut();
  const client =
    id === undefined ? undefined : await provider.Client.find(id).catch(() => undefined);
  if (id !== undefined && !client) throw wrongLogOut();
  let hint: LogOutRequest["hint"];
  if (token !== undefined && client) {
    const { IdToken } = provider as unknown as { readonly IdToken: IdTokenModel };
    const { payload } = await IdToken.validate(token, client).catch(() => {
      throw wrongLogOut();
    });
    const { sub, sid } = payload;
    if (typeof sub !== "string") throw wrongLogOut();
    hint = { uid: sub, sid: typeof sid === "string" ? sid : undefined };
  }
  if (uri === undefined) return { ...(hint && { hint }), client };
  const isRegistered = (client as LogOutClient | undefined)?.postLogoutRedirectUriAllowed(uri);
  if (!isRegistered) throw wrongLogOut();
  const goTo = new URL(uri);
  if (state !== undefined) goTo.searchParams.set("state", state);
  return { ...(hint && { hint }), client, goTo: goTo.href };
}

function wrongLogOut(): ApiError {
  return new ApiError("app-logout");
}

/** The app that an ID token is for, before its signature is checked. */
function readAudience(token: string): string {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return String((JSON.parse(payload) as { readonly aud?: unknown }).aud);
  } catch {
    throw wrongLogOut();
  }
}

interface AppOf {
  readonly clientId: string;
  readonly uid: string;
  readonly sid: string | undefined;
}

/** The site's session that an ID token came from; undefined if it has ended. */
async function findSessionOf(
  trx: Transaction<Database>,
  { clientId, uid, sid }: AppOf,
): Promise<string | undefined> {
  if (sid === undefined) return undefined;
  const rows = await trx
    .selectFrom("oidc_records")
    .select(["session_id", "data"])
    .where("uid", "=", uid)
    .where("kind", "=", recordKinds.session)
    .execute();
  const found = rows.find(({ data }) => JSON.parse(data).authorizations?.[clientId]?.sid === sid);
  return found?.session_id ?? undefined;
}

/** Ends the grants of one app that an ID token's session has. */
async function endAppOf(trx: Transaction<Database>, { clientId, uid, sid }: AppOf): Promise<void> {
  const rows = await trx
    .selectFrom("oidc_records")
    .select(["grant_id", "data"])
    .where("uid", "=", uid)
    .where("client_id", "=", clientId)
    .where("grant_id", "is not", null)
    .execute();
  const ids = rows.flatMap(({ grant_id: id, data }) =>
    id !== null && JSON.parse(data).sid === sid ? [id] : [],
  );
  for (const id of new Set(ids)) await endGrant(trx, id);
  if (ids.length > 0) await tellApps(trx, [{ clientId, uid, sid: sid ?? null }]);
}
