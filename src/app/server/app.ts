import { randomUUIDv7 } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from "fastify";
import { registerActing } from "../../features/helpers/server/acting/acting-hook.ts";
import { requireDeskPermissions } from "../../features/staff/server/access/desk-endpoint.ts";
import { registerLive } from "../../features/staff/server/live/routes.ts";
import { minutes } from "../../platform/contract/durations.ts";
import { maxBodyBytes } from "../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../platform/server/api-error.ts";
import type { AppContext } from "../../platform/server/app-context.ts";
import { registerScrub } from "../../platform/server/db/scrub-job.ts";
import { registerFileSweep } from "../../platform/server/files/sweep.ts";
import { registerBodyParsers } from "../../platform/server/http/body.ts";
import { makeBusyPage, writeRawResponse } from "../../platform/server/http/errors/busy-page.ts";
import {
  registerErrorHandler,
  rejectUnreadable,
  sendError,
  toApiError,
} from "../../platform/server/http/errors/error-handler.ts";
import { isNavigation } from "../../platform/server/http/errors/failed-pages.ts";
import { registerHealth } from "../../platform/server/http/health.ts";
import {
  type BodyLimits,
  bodyLimits,
  registerBodyLimits,
} from "../../platform/server/http/limits/body-limits.ts";
import {
  type ConnectionLimits,
  connectionLimits,
  limitConnections,
} from "../../platform/server/http/limits/connection-limits.ts";
import { drainConnections } from "../../platform/server/http/limits/drain.ts";
import { loggerOptions, registerRequestLog } from "../../platform/server/http/log.ts";
import { registerMetrics } from "../../platform/server/http/metrics.ts";
import { registerParamsCheck } from "../../platform/server/http/params-check.ts";
import { apiHeaders, securityHeaders } from "../../platform/server/http/security-headers.ts";
import { registerClock } from "../../platform/server/jobs/clock-job.ts";
import { registerDisplayPreferences } from "../../platform/server/pages/display-preferences.ts";
import { registerLinkRedirects } from "../../platform/server/pages/link-redirects.ts";
import { waitForParsers } from "../../platform/server/parsing/run-parser.ts";
import { features, linkTokens } from "./features.ts";
import { namedFiles } from "./named-files.ts";
import { registerApiDocs } from "./openapi/routes.ts";
import { readMetrics } from "./read-metrics.ts";

/** Maximum time for receiving a request, in milliseconds. */
const requestTimeoutMs = minutes(1);

/** Maximum length of a path parameter, in characters. */
const maxParamLength = 2000;

/** Overrides for tests and the development server. */
export interface AppChoices {
  readonly serverFactory?: FastifyServerFactory;
  /** Destination of log lines; standard output by default. */
  readonly logs?: { write(line: string): void };
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly bodyLimits?: Partial<BodyLimits>;
  /** Whether the server is about to stop; its health checks then fail. */
  readonly isLeaving?: () => boolean;
}

/**
 * Endpoints are validated by the schemas of their definitions. Without this, Fastify loads Ajv too.
 */
function rejectSchema(): never {
  throw new Error(
    "A route has a Fastify schema. Give its endpoint a schema in the contract instead.",
  );
}

/** Builds the server without listening; tests inject requests. */
export function buildApp(context: AppContext, choices: AppChoices = {}): FastifyInstance {
  const { config, pages, tracing } = context;
  const https = config.publicUrl?.startsWith("https:") ?? false;
  const headers = securityHeaders({ https });
  const headersOfCalls = apiHeaders({ https });
  const app = fastify({
    logger: loggerOptions(config.logLevel, choices.logs, tracing?.logFields),
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy: only the address that it added is trusted, since clients can send the others.
    trustProxy: config.trustProxy && ((_address: string, hop: number) => hop === 0),
    bodyLimit: maxBodyBytes,
    // IDs of completed requests are imported and may be long, especially URL-encoded.
    routerOptions: { maxParamLength: maxParamLength },
    requestTimeout: requestTimeoutMs,
    genReqId: () => randomUUIDv7(),
    schemaController: {
      compilersFactory: { buildValidator: rejectSchema, buildSerializer: rejectSchema },
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => withoutOrigin(url),
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be decoded, which no route can handle.
      if (isNavigation(request)) pages.sendNotFound(request, reply);
      else sendError(reply.headers(headers), toApiError(error));
    },
    clientErrorHandler: rejectUnreadable,
    ...(choices.serverFactory && { serverFactory: choices.serverFactory }),
  });
  app.decorate("endpoints", []);
  tracing?.register(app, (path) => pages.routeOf(path));
  const busyPage = makeBusyPage(https);
  const connections = limitConnections(app.server, {
    limits: { ...connectionLimits, ...choices.connectionLimits },
    trustProxy: config.trustProxy,
    rejection: writeRawResponse(busyPage),
  });
  app.addHook("preClose", () => drainConnections(app.server, connections));
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/")) reply.headers(headersOfCalls);
    // Pages and files have their own headers (see SiteFiles).
    else if (request.routeOptions.url !== "/*") reply.headers(headers);
    if (!hasSecondHost(request.raw.rawHeaders)) {
      done();
      return;
    }
    reply.headers(headers);
    done(new ApiError("malformed"));
  });
  registerLinkRedirects(app, linkTokens);
  app.addHook("onClose", waitForParsers);
  app.addHook("onClose", () => context.sandbox?.close());
  requireDeskPermissions(app);
  registerRequestLog(app);
  registerErrorHandler(app, pages, busyPage);
  registerBodyLimits(app, { ...bodyLimits, ...choices.bodyLimits });
  registerParamsCheck(app);
  registerBodyParsers(app);
  registerActing(app, context);
  const readiness = registerHealth(app, context, choices.isLeaving);
  registerMetrics(app, context, connections, () => readMetrics(context, () => readiness.read()));
  registerApiDocs(app, config, pages);
  registerDisplayPreferences(app, config);
  registerClock(app, context);
  registerFileSweep(app, context, namedFiles);
  registerScrub(app, context);
  for (const feature of features) feature.register(app, context);
  registerLive(app, context, features);
  const owners = new Map(
    features.flatMap(({ pages: own }) => own?.paths.map((path) => [path, own]) ?? []),
  );
  pages.register(app, {
    find: async (path, query, request) =>
      owners.get(path)?.findState(path, query, request, context),
    findOutageNotice: (path, query) => owners.get(path)?.findOutageNotice?.(path, query),
  });
  return app;
}

/** Node uses the first Host header, but a proxy may have used another (RFC 9112, 3.2). */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Clients may send an absolute URL in the request line (RFC 9112, 3.2.2). */
function withoutOrigin(url: string): string {
  return url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
}
