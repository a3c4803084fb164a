import type { FastifyInstance } from "fastify";
import {
  deskApiPath,
  type Permission,
  readEndpoint,
} from "../../src/platform/contract/define-endpoint.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { listRoutes, type Route } from "./list-routes.ts";

/** A route with the permission of its endpoint. */
export interface GuardedRoute extends Route {
  readonly permission: Permission;
}

/**
 * Every route of the API with its permission.
 * @throws Error for a route that no endpoint defines
 */
async function listApi(app: FastifyInstance): Promise<GuardedRoute[]> {
  // Routes of nested plugins are registered by then.
  const routes = (await listRoutes(app)).filter(
    ({ url }) => url.startsWith("/api/") && url !== submissionPath("*"),
  );
  const endpoints = app.endpoints.map(readEndpoint);
  return routes.map(({ method, url }) => {
    const endpoint = endpoints.find((one) => one.method === method && one.path === url);
    if (!endpoint) throw new Error(`No endpoint is defined for ${method} ${url}.`);
    return { method, url, permission: endpoint.permission };
  });
}

/** Every route whose endpoint requires the session of a customer. */
export async function listGuarded(app: FastifyInstance): Promise<GuardedRoute[]> {
  const isOwn = ({ permission }: GuardedRoute) => /^(?:recent-)?session$/.test(permission);
  return (await listApi(app)).filter(isOwn);
}

/** Every route of the staff desk. */
export async function listDesk(app: FastifyInstance): Promise<GuardedRoute[]> {
  return (await listApi(app)).filter(({ url }) => url.startsWith(deskApiPath));
}
