import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode, errors } from "../../../contract/errors/errors.ts";
import { ApiError } from "../../api-error.ts";
import { pathOf } from "../log.ts";
import { isRequestTimeoutSuspended } from "../request-timeout.ts";
import { type BusyPage, busyRetryAfterSeconds } from "./busy-page.ts";
import { type FailedPages, failedPageOf } from "./failed-pages.ts";
import { OutageLog } from "./outage-log.ts";
import { errorCodeOf, findOutage } from "./outages.ts";
import { isForPrograms, toProblem } from "./problem.ts";

// Importing node:http would load Node's fetch and WebSocket too, which nothing here needs.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** Fastify's own errors for requests that did not reach a handler. */
const codesOfFastify: Readonly<Record<string, keyof typeof errors>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed",
  // Node's own rejections, before a request exists.
  HPE_HEADER_OVERFLOW: "headers-too-large",
  ERR_HTTP_REQUEST_TIMEOUT: "too-slow",
  // PostgreSQL's rejection of text with NUL that passed all checks.
  "22021": "malformed",
};

/** Converts any thrown value to an ApiError; unknown errors get one generic message. */
export function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if ("code" in error && codesOfFastify[error.code])
    return new ApiError(codesOfFastify[error.code] ?? "malformed");
  const outage = findOutage(error);
  if (outage) return new ApiError(outage);
  const status = "statusCode" in error ? error.statusCode : undefined;
  return new ApiError(
    status !== undefined && status >= 400 && status < 500 ? "malformed" : "server-error",
  );
}

export function sendError(reply: FastifyReply, rejection: ApiError): FastifyReply {
  const { body, statusCode } = rejection;
  setRetryAfter(reply, rejection).code(statusCode).header("cache-control", "no-store");
  if (!isForPrograms(reply.request)) return reply.send(body);
  // As bytes: Fastify adds a charset to text, which this media type does not have.
  const problem = Buffer.from(JSON.stringify(toProblem(rejection)));
  return reply.type("application/problem+json").send(problem);
}

/** Retry-After of temporary errors, in seconds. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  busy: busyRetryAfterSeconds,
  unavailable: 30,
  "storage-full": 300,
  "download-running": 30,
  "idempotency-key-running": 1,
};

/** Sets Retry-After if known; pages also show it as text. */
export function setRetryAfter(reply: FastifyReply, { body }: ApiError): FastifyReply {
  const seconds = body.retryAfter ?? retryAfterSeconds[body.code];
  return seconds === undefined ? reply : reply.header("retry-after", String(seconds));
}

declare module "fastify" {
  interface FastifyInstance {
    readonly outages: OutageLog;
  }
}

/**
 * Handles everything thrown below a route, and unknown routes. Must be registered before them. Logs
 * only server errors. Requests for a page get the prebuilt page with a notice.
 */
export function registerErrorHandler(
  app: FastifyInstance,
  pages: FailedPages,
  busyPage: BusyPage,
): void {
  app.decorate("outages", new OutageLog(app.log));
  app.addHook("onClose", async () => app.outages.close());
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const rejection = toApiError(error);
    logServerError(request, error, rejection);
    return sendFailure(request, reply, rejection);
  });
  const sendFailure = async (
    request: FastifyRequest,
    reply: FastifyReply,
    rejection: ApiError,
  ): Promise<FastifyReply> => {
    const failed = failedPageOf(request, rejection, pages);
    if (failed === undefined) return sendError(reply, rejection);
    if (rejection.body.code === "busy") {
      // Rendering a notice would add to the overload.
      return reply.code(busyPage.status).headers(busyPage.headers).send(busyPage.body);
    }
    if (rejection.body.code === "not-found") return pages.sendNotFound(request, reply);
    setRetryAfter(reply, rejection);
    return pages.sendFailed(request, reply, failed.page, rejection.statusCode, failed.notice);
  };
  const routes = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = routes.get(url) ?? new Set();
    routes.set(url, methods);
    for (const name of [method].flat()) methods.add(name);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = new Set(routes.get(path));
    if (isForPrograms(request)) for (const method of methodsAt(path, routes)) allowed.add(method);
    if (pages.has(path)) allowed.add("GET").add("HEAD");
    if (allowed.size === 0) return sendFailure(request, reply, new ApiError("not-found"));
    reply.header("allow", [...allowed].join(", "));
    return sendFailure(request, reply, new ApiError("method-not-allowed"));
  });
}

/** Methods of the routes with parameters that fit a path. */
function methodsAt(path: string, routes: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const given = path.split("/");
  const fits = (url: string) => {
    const parts = url.split("/");
    // The router writes a colon as two.
    const isSame = (part: string, index: number) =>
      /^:\w/.test(part) ? given[index] !== "" : part.replace("::", ":") === given[index];
    return parts.length === given.length && parts.every(isSame);
  };
  return [...routes].flatMap(([url, methods]) => (fits(url) ? [...methods] : []));
}

/**
 * Logs only server errors, not client errors or overload: thousands of lines would add to an
 * overload, and the metrics count it. An outage gets few lines.
 */
export function logServerError(
  request: FastifyRequest,
  error: Error,
  { statusCode, body }: ApiError,
): void {
  if (statusCode < 500 || body.code === "busy") return;
  const log = () => request.log.error({ err: withoutContents(error) }, "request failed");
  if (findOutage(error)) request.server.outages.note(errorCodeOf(error), log);
  else log();
}

/**
 * Responds to requests that Node could not parse, in the same format, and closes the connection.
 */
export function rejectUnreadable(error: Error, socket: Socket): void {
  const isTimeout = "code" in error && error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  if (isTimeout && isRequestTimeoutSuspended(socket)) return;
  // The only way to find a pending response; Node's own handler reads it too.
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null };
  // The client may be gone, or have started to read the response to an incomplete request.
  if (!socket.writable || (response?.headersSent && !response.req.complete)) {
    socket.destroy();
    return;
  }
  if (response?.req.complete) {
    // The response to an earlier request on the connection comes first.
    response.once("close", () => rejectUnreadable(error, socket));
    return;
  }
  const { body, statusCode } = toApiError(Object.assign(error, { statusCode: 400 }));
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
      "content-type: application/json; charset=utf-8",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      `content-length: ${Buffer.byteLength(text)}`,
      "connection: close",
      `\r\n${text}`,
    ].join("\r\n"),
  );
}

/** Database errors can quote a row's values, on several lines; the log must not contain them. */
function withoutContents(error: Error): object {
  const { stack = "", message } = error;
  const calls = stack.slice(stack.indexOf(message) + message.length).trim();
  return { type: error.name, code: errorCodeOf(error), stack: calls };
}
