import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { errors } from "../../contract/errors.ts";
import { ApiError } from "./api-error.ts";

/** Fastify's own refusals of a request that never reached a route's code. */
const framework: Readonly<Record<string, keyof typeof errors>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed",
};

/** Turns whatever was thrown into a refusal with words for the caller; the unknown becomes one sentence. */
export function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if ("code" in error && framework[error.code])
    return new ApiError(framework[error.code] ?? "malformed");
  const status = "statusCode" in error ? error.statusCode : undefined;
  return new ApiError(
    status !== undefined && status >= 400 && status < 500 ? "malformed" : "server-error",
  );
}

/** Answers a refusal as JSON in the catalogue's shape. */
export function sendError(reply: FastifyReply, { body, statusCode }: ApiError): FastifyReply {
  if (body.retryAfter !== undefined) reply.header("retry-after", String(body.retryAfter));
  return reply.code(statusCode).header("cache-control", "no-store").send(body);
}

/** One handler for everything thrown below a route. Our own faults are logged as errors, refusals are not. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toApiError(error);
    if (refusal.statusCode >= 500)
      request.log.error({ err: withoutContents(error) }, "request failed");
    return sendError(reply, refusal);
  });
}

/** Database errors can quote the values of a row; a log must not. */
function withoutContents(error: Error): object {
  const code = "code" in error ? error.code : undefined;
  return { type: error.name, code, stack: error.stack?.split("\n").slice(1).join("\n") };
}
