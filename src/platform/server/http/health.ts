import type { FastifyInstance } from "fastify";
import { siteEndpoints } from "../../contract/site.ts";
import { ApiError } from "../api-error.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { PageServer } from "../pages/page-server.ts";
import { setRetryAfter } from "./errors/error-handler.ts";
import { ReadinessProbe } from "./readiness.ts";
import { registerRoute } from "./register-endpoint.ts";

/**
 * `/livez`: the process responds, with its version and commit. `/readyz`: the database responds, accepts a write and is not
 * damaged. Both respond 503 while the server is about to stop, so that proxies stop routing to it.
 * @param isLeaving whether the server is about to stop
 * @returns the probe of `/readyz`, for `/metrics`
 */
export function registerHealth(
  app: FastifyInstance,
  { database, pages }: { readonly database: DatabaseClient; readonly pages: PageServer },
  isLeaving = () => false,
): ReadinessProbe {
  const probe = new ReadinessProbe(database, app.log);
  registerRoute(app, siteEndpoints.live, {}, async ({ reply }) => {
    reply.header("cache-control", "no-store");
    if (isLeaving()) throw new ApiError("unavailable");
    return reply.send({ ok: true, ...pages.release });
  });
  registerRoute(app, siteEndpoints.ready, {}, async ({ reply }) => {
    if (isLeaving()) throw new ApiError("unavailable");
    const readiness = await probe.read();
    reply.header("cache-control", "no-store");
    if (readiness.ok) return reply.send(readiness);
    const error = new ApiError("unavailable");
    return setRetryAfter(reply, error)
      .code(error.statusCode)
      .send({ ...error.body, ...readiness });
  });
  return probe;
}
