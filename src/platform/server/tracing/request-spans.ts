import type { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathOf } from "../http/log.ts";
import type { ChooseTrace } from "./recorded-share.ts";

const everyPage = "/*";

/** Names the page or file at a path without its own route; never returns the requested path. */
export type RouteOfPage = (path: string) => string | undefined;

interface RequestSpans {
  readonly tracer: Tracer;
  readonly current: AsyncLocalStorage<Context | undefined>;
  readonly choose: ChooseTrace;
  readonly routeOfPage: RouteOfPage;
}

/** Creates a span per request: method, route and status, nothing that a person sent. */
export function registerRequestSpans(
  app: FastifyInstance,
  { tracer, current, choose, routeOfPage }: RequestSpans,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  const enter = (request: FastifyRequest, done: () => void) => {
    const context = contexts.get(request);
    if (context) current.run(context, done);
    else outsideOf(current, done);
  };
  app.addHook("onRequest", (request, _reply, done) => {
    if (!choose()) return outsideOf(current, done);
    const parent = readParent(request);
    const context = trace.setSpan(parent, startSpan(tracer, request, parent, routeOfPage));
    contexts.set(request, context);
    current.run(context, done);
  });
  // A body arrives in the async context of the connection, which may have served other requests.
  app.addHook("preValidation", (request, _reply, done) => enter(request, done));
  app.addHook("onResponse", (request, reply, done) => {
    const context = contexts.get(request);
    const span = context && trace.getSpan(context);
    if (span) endSpan(span, reply);
    enter(request, done);
  });
}

/** Runs work outside any span. Entering a context costs more than checking whether there is one. */
export function outsideOf<T>(current: AsyncLocalStorage<Context | undefined>, work: () => T): T {
  return current.getStore() === undefined ? work() : current.run(undefined, work);
}

/**
 * The caller's span (W3C Trace Context), so that a request can be followed through a proxy. The
 * trace state is ignored: it may be any text, and only upstream systems could interpret it.
 */
function readParent({ headers }: FastifyRequest): Context {
  const { traceparent } = headers;
  const remote = typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

function startSpan(
  tracer: Tracer,
  request: FastifyRequest,
  parent: Context,
  routeOfPage: RouteOfPage,
): Span {
  const { method, routeOptions } = request;
  const route =
    routeOptions.url === everyPage ? (routeOfPage(pathOf(request)) ?? everyPage) : routeOptions.url;
  return tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        "http.request.method": method,
        ...(route !== undefined && { "http.route": route }),
      },
    },
    parent,
  );
}

function endSpan(span: Span, { raw, statusCode }: FastifyReply): void {
  if (raw.headersSent) span.setAttribute("http.response.status_code", statusCode);
  if (!raw.writableFinished || statusCode >= 500) {
    span.setAttribute("error.type", raw.writableFinished ? String(statusCode) : "aborted");
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
