import type { FastifyInstance } from "fastify";
import { isStorableText } from "../../contract/form-engine/rules.ts";
import { ApiError } from "../api-error.ts";

/**
 * Responds "not-found" to path parameters that no row can contain: NUL ("%00") or a lone surrogate.
 * PostgreSQL would reject such text with an error; SQLite would find nothing. Form values are
 * checked by their definitions, which report the field; tokens and cookies are looked up as hashes.
 */
export function registerParamsCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    // Only escapes can produce such text. Pages are looked up by the raw path.
    if (!request.url.includes("%") || request.routeOptions.url === "/*") return done();
    const params = Object.values(request.params as Readonly<Record<string, string>>);
    return done(params.every(isStorableText) ? undefined : new ApiError("not-found"));
  });
}
