import type { FastifyInstance, FastifyRequest } from "fastify";
import { isStorableText } from "../../contract/form-engine/rules.ts";
import { ApiError } from "../api-error.ts";
import { isForPrograms } from "./errors/problem.ts";

/**
 * Responds "not-found" to path parameters that no row can contain: NUL ("%00") or a lone surrogate.
 * PostgreSQL would reject such text with an error; SQLite would find nothing. Form values are
 * checked by their definitions, which report the field; tokens and cookies are looked up as hashes.
 * Programs get this answer once their token is checked.
 */
export function registerParamsCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    // Only escapes can produce such text. Pages are looked up by the raw path.
    if (!request.url.includes("%") || request.routeOptions.url === "/*") return done();
    if (isForPrograms(request) && !request.is404) return done();
    return done(hasStorableParams(request) ? undefined : new ApiError("not-found"));
  });
}

export function hasStorableParams({ params }: Pick<FastifyRequest, "params">): boolean {
  return Object.values(params as Readonly<Record<string, string>>).every(isStorableText);
}
