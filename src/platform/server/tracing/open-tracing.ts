import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { FastifyInstance } from "fastify";
import type { TracingSettings } from "../config/tracing-settings.ts";
import { type ChooseTrace, chooseShare } from "./recorded-share.ts";
import { outsideOf, type RouteOfPage, registerRequestSpans } from "./request-spans.ts";
import { type NoteAttributes, type SpanMaker, type SpanStart, setSpanMaker } from "./spans.ts";
import { WatchedExporter } from "./watched-exporter.ts";

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
