import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  type DeskPermission,
  deskPermissions,
  hasPermission,
} from "../../../contract/desk/roles.ts";
import { staffReauthMinutes } from "../../../contract/desk/staff.ts";
import {
  type DeskEndpoint,
  deskApiPath,
  readEndpoint,
} from "../../../contract/endpoints/define-endpoint.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { minutes } from "../../platform/durations.ts";
import {
  type EndpointRequest,
  type HandlerResult,
  registerRoute,
} from "../../platform/http/routes/register-endpoint.ts";
import { requireOwnPage } from "../../platform/http/same-origin.ts";
import { writeAudit } from "../audit/write-audit.ts";
import {
  actorOf,
  findStaffSession,
  isRecentlyConfirmed,
  type StaffSession,
} from "./staff-session.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Permission of a route of the desk. */
    deskPermission?: string;
  }
}

/** A request from somebody on the staff. */
export interface DeskRequest extends EndpointRequest {
  readonly session: StaffSession;
}

interface DeskRouteOptions extends RouteShorthandOptions {
  /** Whether pages send this by themselves, so that it does not keep the session alive. */
  readonly isPassive?: boolean;
}

/** Refuses to start with a route of the desk that names no permission. Call it before any route. */
export function requireDeskPermissions(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!url.startsWith(deskApiPath) || config?.deskPermission !== undefined) return;
    throw new Error(`${String(method)} ${url} names no permission: use registerDeskEndpoint.`);
  });
}

/**
 * Registers an endpoint of the desk that needs no complete log-in. Its handler finds out who asks.
 */
export function registerOpenDeskEndpoint<Body, Response>(
  app: FastifyInstance,
  endpoint: DeskEndpoint<Body, Response>,
  context: AppContext,
  handle: (call: EndpointRequest) => Promise<HandlerResult<Response>>,
): void {
  const { permission } = readEndpoint(endpoint);
  if (permission !== "desk-open") throw new Error(`${endpoint} needs a session.`);
  const options = { config: { deskPermission: permission } };
  registerRoute(app, endpoint, options, async (call) => {
    guardDesk(call, context);
    return handle(call);
  });
}

/**
 * Registers an endpoint of the desk and enforces its permission: who has signed in completely, has
 * the permission, and for sensitive acts gave the second factor within the last minutes. Throws
 * "not-signed-in", "cross-site", "not-allowed" and "confirm-needed" before the handler runs;
 * "not-allowed" is on record.
 */
export function registerDeskEndpoint<Body, Response>(
  app: FastifyInstance,
  endpoint: DeskEndpoint<Body, Response>,
  context: AppContext,
  handle: (call: DeskRequest) => Promise<HandlerResult<Response>>,
  { isPassive = false, ...options }: DeskRouteOptions = {},
): void {
  const { permission } = readEndpoint(endpoint);
  const [level, needed] = permission.split(":") as [string, DeskPermission | undefined];
  if (level === "desk-open") throw new Error(`${endpoint} needs no session.`);
  const config = { ...options.config, deskPermission: permission };
  registerRoute(app, endpoint, { ...options, config }, async (call) => {
    guardDesk(call, context);
    const session = await findStaffSession(call.request, context, isPassive);
    if (!session || session.confirmedAt === null) throw new ApiError("not-signed-in");
    if (needed) await requirePermission(call.request, session, needed, context);
    const isRecent = isRecentlyConfirmed(session, minutes(staffReauthMinutes), context);
    if (level === "desk-recent" && !isRecent) throw new ApiError("confirm-needed");
    return handle({ ...call, session });
  });
}

function guardDesk({ request, reply }: EndpointRequest, { config }: AppContext): void {
  if (request.method !== "GET" && request.method !== "HEAD") requireOwnPage(request, config);
  reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
}

/** @throws ApiError "not-allowed", on record */
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
