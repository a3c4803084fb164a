import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  type DeskEndpoint,
  deskApiPath,
  type InputOf,
  personHeader,
  readEndpoint,
} from "../../../../platform/contract/define-endpoint.ts";
import {
  type DeskPermission,
  deskPermissions,
  hasPermission,
} from "../../../../platform/contract/desk/roles.ts";
import { staffReauthMinutes } from "../../../../platform/contract/desk/staff.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { withInput } from "../../../../platform/server/http/read-input.ts";
import {
  type EndpointRequest,
  type HandlerResult,
  registerRoute,
} from "../../../../platform/server/http/register-endpoint.ts";
import { requireOwnPage } from "../../../../platform/server/http/same-origin.ts";
import { writeAudit } from "../write-audit.ts";
import {
  actorOf,
  findStaffSession,
  isRecentlyConfirmed,
  type StaffSession,
} from "./staff-session.ts";

/** A request from a staff member. */
export interface DeskRequest extends EndpointRequest {
  readonly session: StaffSession;
}

interface DeskRouteOptions extends RouteShorthandOptions {
  /** Whether pages poll this, so that it does not keep the session alive. */
  readonly isPassive?: boolean;
}

/** Throws when a desk route is registered without a permission. Call it before any route. */
export function requireDeskPermissions(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!url.startsWith(deskApiPath) || config?.endpoint !== undefined) return;
    throw new Error(`${String(method)} ${url} names no permission: use registerDeskEndpoints.`);
  });
}

type DeskEndpoints = Readonly<Record<string, DeskEndpoint<never, unknown>>>;

/** A handler for each endpoint, by its name in the contract. */
type Handlers<Endpoints extends DeskEndpoints, Call> = {
  readonly [Name in keyof Endpoints]: (
    call: Call & InputOf<Endpoints[Name]>,
  ) => Promise<HandlerResult<Endpoints[Name]["returns"]>>;
};

/** Handlers of endpoints that need no complete log-in; they identify the requester themselves. */
export type OpenDeskHandlers<Endpoints extends DeskEndpoints> = Handlers<
  Endpoints,
  EndpointRequest
>;

export type DeskHandlers<Endpoints extends DeskEndpoints> = Handlers<Endpoints, DeskRequest>;

/**
 * Registers endpoints of the desk that need no complete log-in.
 * @param load imports the handlers, at the first request, so that the server starts faster
 */
export function registerOpenDeskEndpoints<Endpoints extends DeskEndpoints>(
  app: FastifyInstance,
  context: AppContext,
  endpoints: Endpoints,
  load: () => Promise<OpenDeskHandlers<Endpoints>>,
): void {
  const loadOnce = once(load);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { permission } = readEndpoint(endpoint);
    if (permission !== "desk-open") throw new Error(`${endpoint} needs a session.`);
    registerRoute(app, endpoint, {}, async (call) => {
      guardDesk(call, context);
      return findHandler(await loadOnce(), name)(withInput(endpoint, call));
    });
  }
}

/**
 * Registers endpoints of the desk and enforces their permissions: the person has completed the
 * log-in, has the permission, and for sensitive actions gave the second factor within the last
 * minutes. Validates the input. Throws "not-signed-in", "cross-site", "not-allowed", "confirm-needed"
 * and "malformed" before a handler runs; "not-allowed" is audited.
 * @param load imports the handlers, at the first request
 * @param options by name, for endpoints that differ from the defaults
 */
export function registerDeskEndpoints<Endpoints extends DeskEndpoints>(
  app: FastifyInstance,
  context: AppContext,
  endpoints: Endpoints,
  load: () => Promise<DeskHandlers<Endpoints>>,
  options: { readonly [Name in keyof Endpoints]?: DeskRouteOptions } = {},
): void {
  const loadOnce = once(load);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const { permission } = readEndpoint(endpoint);
    const [level, needed] = permission.split(":") as [string, DeskPermission | undefined];
    if (level === "desk-open") throw new Error(`${endpoint} needs no session.`);
    const { isPassive = false, ...others } = options[name] ?? {};
    registerRoute(app, endpoint, others, async (call) => {
      guardDesk(call, context);
      const session = await findStaffSession(call.request, context, isPassive);
      if (!session || session.confirmedAt === null) throw new ApiError("not-signed-in");
      requireSamePerson(call.request, session);
      if (needed) await requirePermission(call.request, session, needed, context);
      const isRecent = isRecentlyConfirmed(session, minutes(staffReauthMinutes), context);
      if (level === "desk-recent" && !isRecent) throw new ApiError("confirm-needed");
      return findHandler(await loadOnce(), name)(withInput(endpoint, { ...call, session }));
    });
  }
}

function findHandler<Call>(
  handlers: Readonly<Record<string, (call: never) => Promise<unknown>>>,
  name: string,
): (call: Call) => Promise<unknown> {
  const handle = handlers[name];
  if (!handle) throw new Error(`No handler for ${name}.`);
  return handle as (call: Call) => Promise<unknown>;
}

/** Loads once for all requests; after a failed load, the next request retries. */
function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function guardDesk({ request, reply }: EndpointRequest, { config }: AppContext): void {
  if (request.method !== "GET" && request.method !== "HEAD") requireOwnPage(request, config);
  reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
}

/**
 * A page of somebody who has since logged out must not act as the one who logged in after them in
 * the same browser: a draft would become the other's. @throws ApiError "not-signed-in"
 */
function requireSamePerson({ headers }: FastifyRequest, { staffId }: StaffSession): void {
  const shown = headers[personHeader];
  if (shown !== undefined && shown !== staffId) throw new ApiError("not-signed-in");
}

/** @throws ApiError "not-allowed", which is audited */
async function requirePermission(
  request: FastifyRequest,
  session: StaffSession,
  needed: DeskPermission,
  { database, now }: AppContext,
): Promise<void> {
  if (hasPermission(session.roles, needed)) return;
  const what = `Refused: ${deskPermissions[needed].label}`;
  await database.write((trx) =>
    writeAudit(trx, actorOf(session, request), { kind: "refused", what }, now()),
  );
  throw new ApiError("not-allowed");
}
