import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt, randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TracingSettings } from "../config/tracing-settings.ts";
import { pathOf } from "../http/log.ts";
import { type NoteAttributes, type SpanMaker, type SpanStart, setSpanMaker } from "./spans.ts";

/** Logs once when traces start to be dropped, and once on recovery. */
class WatchedExporter implements SpanExporter {
  log: Pick<FastifyBaseLogger, "warn"> | undefined;
  readonly #exporter: SpanExporter;
  #isFailing = false;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export(spans: Parameters<SpanExporter["export"]>[0], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#report(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #report({ code, error }: ExportResult): void {
    const fails = code !== ExportResultCode.SUCCESS;
    if (fails === this.#isFailing) return;
    this.#isFailing = fails;
    // The message may contain the receiver's response, so only its code is logged.
    const reason = error && "code" in error ? error.code : error?.name;
    if (fails) this.log?.warn({ code: reason }, "traces cannot be sent and are dropped");
    else this.log?.warn("traces are sent again");
  }
}

/** Resolution of the share. */
const steps = 2 ** 32;

type ChooseTrace = () => boolean;

/**
 * Head sampling: decides once per trace on this server, before its spans are created, which is most
 * of the cost of a trace. Ignores the sampled flag and the trace ID of the request: anybody on the
 * internet can send them, and could have everything recorded, or nothing.
 * @param ratio share of traces that are recorded, 0 to 1
 */
function chooseShare(ratio: number): ChooseTrace {
  return ratio >= 1 ? () => true : () => randomInt(steps) < ratio * steps;
}

const everyPage = "/*";

/** Names the page or file at a path without its own route; never returns the requested path. */
type RouteOfPage = (path: string) => string | undefined;

interface RequestSpans {
  readonly tracer: Tracer;
  readonly current: AsyncLocalStorage<Context | undefined>;
  readonly choose: ChooseTrace;
  readonly routeOfPage: RouteOfPage;
}

/** Creates a span per request: method, route and status, nothing that a person sent. */
function registerRequestSpans(
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
function outsideOf<T>(current: AsyncLocalStorage<Context | undefined>, work: () => T): T {
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

/** Maximum number of pending spans; further ones are dropped. */
const maxQueueSize = 2048;

export interface Tracing {
  /** Creates a span per request. Must be registered first, so that all hooks are part of it. */
  register(app: FastifyInstance, routeOfPage: RouteOfPage): void;
  readonly logFields: () => { readonly trace_id?: string };
  close(): Promise<void>;
}

/** Starts tracing. Loaded only if tracing is on, since its packages take time and memory. */
export function openTracing({ url, headers, serviceName, ratio }: TracingSettings): Tracing {
  const exporter = new WatchedExporter(new OTLPTraceExporter({ url, headers: { ...headers } }));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.instance.id": randomUUID(),
    }),
    // Sampling is decided by `chooseShare`, regardless of a request's sampled flag.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize })],
  });
  const tracer = provider.getTracer("server");
  const current = new AsyncLocalStorage<Context | undefined>();
  const choose = chooseShare(ratio);
  setSpanMaker(new OpenTelemetrySpans(tracer, current, choose));
  return {
    register: (app, routeOfPage) => {
      exporter.log = app.log;
      registerRequestSpans(app, { tracer, current, choose, routeOfPage });
    },
    logFields: () => {
      const span = trace.getSpan(current.getStore() ?? ROOT_CONTEXT);
      return span ? { trace_id: span.spanContext().traceId } : {};
    },
    close: () => {
      setSpanMaker(undefined);
      return provider.shutdown();
    },
  };
}

class OpenTelemetrySpans implements SpanMaker {
  readonly #tracer: Tracer;
  readonly #current: AsyncLocalStorage<Context | undefined>;
  readonly #choose: ChooseTrace;

  constructor(
    tracer: Tracer,
    current: AsyncLocalStorage<Context | undefined>,
    choose: ChooseTrace,
  ) {
    this.#tracer = tracer;
    this.#current = current;
    this.#choose = choose;
  }

  run<T>(start: SpanStart, work: (note: NoteAttributes) => Promise<T>): Promise<T> {
    const isRoot = start.kind === "root";
    if (isRoot && !this.#choose()) return this.outside(() => work(noNote));
    const parent = isRoot ? ROOT_CONTEXT : this.#current.getStore();
    return parent ? this.#record(start, work, parent) : work(noNote);
  }

  async #record<T>(
    start: SpanStart,
    work: (note: NoteAttributes) => Promise<T>,
    parent: Context,
  ): Promise<T> {
    const span = this.#tracer.startSpan(
      start.name,
      {
        kind: start.kind === "client" ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: { ...start.attributes },
      },
      parent,
    );
    const note: NoteAttributes = (attributes) => span.setAttributes({ ...attributes });
    try {
      return await this.#current.run(trace.setSpan(parent, span), () => work(note));
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  bind<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
    const context = this.#current.getStore();
    if (!context) return (...args) => this.outside(() => work(...args));
    return (...args) => this.#current.run(context, work, ...args);
  }

  outside<T>(work: () => T): T {
    return outsideOf(this.#current, work);
  }
}

const noNote: NoteAttributes = () => {};

/** Records the code of an error; its message may contain personal data. */
function noteFailure(span: Span, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const name = error instanceof Error ? error.name : "";
  const type = [code, name].find((text) => /^[\w-]{1,40}$/.test(text)) ?? "_OTHER";
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
