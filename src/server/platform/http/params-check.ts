import type { FastifyInstance } from "fastify";
import { isStorableText } from "../../../contract/form-engine/rules.ts";
import { ApiError } from "../api-error.ts";

/**
 * Answers "not-found" where an address names something with a text that no database row can
 * hold: NUL ("%00") or half a surrogate pair. PostgreSQL rejects such a text with an error,
 * SQLite finds nothing. Values of forms are checked by their definitions, which say which
 * field it is; tokens and cookies are only ever looked up as hashes.
 */
export function registerParamsCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    // Only what is escaped can hold such a text. Pages are looked up by the address as it is.
    if (!request.url.includes("%") || request.routeOptions.url === "/*") return done();
    const params = Object.values(request.params as Readonly<Record<string, string>>);
    return done(params.every(isStorableText) ? undefined : new ApiError("not-found"));
  });
}
