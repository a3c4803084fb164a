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

/** Makes a span of each request: method, route and status, nothing that a person sent. */
export function registerRequestSpans(
  app: FastifyInstance,
  tracer: Tracer,
  current: AsyncLocalStorage<Context | undefined>,
): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook("onRequest", (request, _reply, done) => {
    const parent = readParent(request);
    const context = trace.setSpan(parent, startSpan(tracer, request, parent));
    contexts.set(request, context);
    current.run(context, done);
  });
  // A body arrives in the context of the connection, which may have served others.
  app.addHook("preValidation", (request, _reply, done) => {
    current.run(contexts.get(request), done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const context = contexts.get(request);
    const span = context && trace.getSpan(context);
    if (span) endSpan(span, reply);
    current.run(context, done);
  });
}

/**
 * The caller's span (W3C Trace Context), so that a request can be followed through a proxy. The
 * trace state is left out: it is any text, and only the systems before us could read it.
 */
function readParent({ headers }: FastifyRequest): Context {
  const { traceparent } = headers;
  const remote = typeof traceparent === "string" ? parseTraceParent(traceparent) : null;
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

function startSpan(tracer: Tracer, request: FastifyRequest, parent: Context): Span {
  const { method, routeOptions } = request;
  const route = routeOptions.url;
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
