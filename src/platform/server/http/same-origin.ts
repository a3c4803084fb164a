import type { FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";

/**
 * Rejects a request from another site's page. Clients other than browsers send neither header;
 * anonymous forms accept them.
 * @throws ApiError "cross-site"
 */
export function requireOwnSite(request: FastifyRequest, config: Config): void {
  const fetchSite = request.headers["sec-fetch-site"];
  if (fetchSite !== undefined) {
    if (fetchSite === "same-origin" || fetchSite === "none") return;
    throw new ApiError("cross-site");
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin !== ownOrigin(request, config)) throw new ApiError("cross-site");
}

export function ownOrigin(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}

/**
 * Rejects a request that does not come from our own pages. For requests authorized by a cookie, so
 * a missing header is rejected too.
 * @throws ApiError "cross-site"
 */
export function requireOwnPage(request: FastifyRequest, config: Config): void {
  const { "sec-fetch-site": fetchSite, origin } = request.headers;
  if (fetchSite === undefined && origin === undefined) throw new ApiError("cross-site");
  if (fetchSite === "none") throw new ApiError("cross-site");
  requireOwnSite(request, config);
}
