import type { FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";

/**
 * Rejects a call that another site's page makes. Programs without a browser send
 * neither header; anonymous forms take them.
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

/** The site's address as the browser that sent a request knows it. */
export function ownOrigin(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}

/**
 * Rejects a call that did not come from a page of ours. For calls that a cookie allows:
 * here a missing header is no excuse.
 * @throws ApiError "cross-site"
 */
export function requireOwnPage(request: FastifyRequest, config: Config): void {
  const { "sec-fetch-site": fetchSite, origin } = request.headers;
  if (fetchSite === undefined && origin === undefined) throw new ApiError("cross-site");
  if (fetchSite === "none") throw new ApiError("cross-site");
  requireOwnSite(request, config);
}
