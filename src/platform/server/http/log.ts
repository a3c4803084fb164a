import type { FastifyInstance, FastifyRequest } from "fastify";
import { tokenPages } from "../../contract/paths.ts";
import type { Config } from "../config/config.ts";

/**
 * JSON lines with the request ID; paths without queries and tokens, no addresses, no contents.
 * @param mixin additional fields for each line
 */
export function loggerOptions(
  level: Config["logLevel"],
  stream?: { write(line: string): void },
  mixin?: () => object,
) {
  return {
    level,
    ...(stream && { stream }),
    ...(mixin && { mixin }),
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: pathOf(request) }),
    },
  };
}

/** The path of a request, without its query and without the token of a personal link. */
export function pathOf(request: FastifyRequest): string {
  const path = request.url.split("?")[0] ?? "";
  const page = tokenPages.find((one) => path.toLowerCase().startsWith(`${one}/`));
  if (page !== undefined) return `${page}/...`;
  // The API names addresses in paths.
  const hide = (part: string) => (/@|%40/.test(part) ? "..." : part);
  return path.split("/").map(hide).join("/");
}

export function registerRequestLog(app: FastifyInstance): void {
  const logsPages = app.log.level === "debug" || app.log.level === "trace";
  const logsCalls = logsPages || app.log.level === "info";
  if (!logsCalls) return;
  app.addHook("onResponse", (request, reply, done) => {
    const status = reply.raw.statusCode;
    const isPage = request.method === "GET" && !request.url.startsWith("/api/");
    const level = isPage && status < 400 ? "debug" : "info";
    if (level === "info" || logsPages) {
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log[level]({ req: request, status, ms }, "request");
    }
    done();
  });
}
