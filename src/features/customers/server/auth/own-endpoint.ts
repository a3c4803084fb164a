import type { FastifyInstance, RouteShorthandOptions } from "fastify";
import {
  type InputOf,
  type OwnEndpoint,
  readEndpoint,
} from "../../../../platform/contract/define-endpoint.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { elapsedMs } from "../../../../platform/server/clock.ts";
import { withInput } from "../../../../platform/server/http/read-input.ts";
import {
  type EndpointRequest,
  type HandlerResult,
  registerRoute,
} from "../../../../platform/server/http/register-endpoint.ts";
import { requireSession, type Session } from "./sessions.ts";

export interface PortalRequest extends EndpointRequest {
  readonly session: Session;
}

/** Whether the person reauthenticated within the last `facts.reauthMinutes`. */
export function isRecentlyAuthenticated(
  { authenticatedAt }: Session,
  { now }: Pick<AppContext, "now">,
): boolean {
  return elapsedMs(authenticatedAt, now()) <= minutes(facts.reauthMinutes);
}

/**
 * Registers an endpoint that requires a session, and for sensitive actions a recent one, so that a
 * stranger at an unlocked computer cannot use it. Validates its input. Throws "not-signed-in",
 * "cross-site", "confirm-needed" and "malformed" before the handler runs.
 */
export function registerOwnEndpoint<E extends OwnEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  context: AppContext,
  handle: (call: PortalRequest & InputOf<E>) => Promise<HandlerResult<E["returns"]>>,
  options: RouteShorthandOptions = {},
): void {
  const { permission } = readEndpoint(endpoint);
  registerRoute(app, endpoint, options, async ({ request, reply }) => {
    const session = await requireSession(request, reply, context);
    if (permission === "recent-session" && !isRecentlyAuthenticated(session, context)) {
      throw new ApiError("confirm-needed");
    }
    return handle(withInput(endpoint, { request, reply, session }));
  });
}
