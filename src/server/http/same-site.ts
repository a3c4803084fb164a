import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { ApiError } from "./api-error.ts";

/**
 * Refuses a call that another site's page makes. Programs without a browser send
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
  const own = config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (origin !== own) throw new ApiError("cross-site");
}
