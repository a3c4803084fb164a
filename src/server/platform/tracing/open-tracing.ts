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
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { FastifyInstance } from "fastify";
import type { TracingSettings } from "../config/tracing-settings.ts";
import { OurSampler } from "./our-sampler.ts";
import { registerRequestSpans } from "./request-spans.ts";
import { type NoteAttributes, type SpanMaker, type SpanStart, setSpanMaker } from "./spans.ts";
import { WatchedExporter } from "./watched-exporter.ts";

/** Spans of a process that wait to be sent; further ones are dropped. */
const maxQueueSize = 2048;

/** Traces of this process. */
export interface Tracing {
  /** Makes a span of each request. Registered first, so that all hooks are part of it. */
  register(app: FastifyInstance): void;
  /** The current trace, for log lines. */
  readonly logFields: () => { readonly trace_id?: string };
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Starts tracing. Loaded only when it is on: its packages take time and memory. */
export function openTracing({ url, headers, serviceName, ratio }: TracingSettings): Tracing {
  const exporter = new WatchedExporter(new OTLPTraceExporter({ url, headers: { ...headers } }));
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.instance.id": randomUUID(),
    }),
    sampler: new OurSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize })],
  });
  const tracer = provider.getTracer("server");
  const current = new AsyncLocalStorage<Context | undefined>();
  setSpanMaker(new OpenTelemetrySpans(tracer, current));
  return {
    register: (app) => {
      exporter.log = app.log;
      registerRequestSpans(app, tracer, current);
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

  constructor(tracer: Tracer, current: AsyncLocalStorage<Context | undefined>) {
    this.#tracer = tracer;
    this.#current = current;
  }

  async run<T>(start: SpanStart, work: (note: NoteAttributes) => Promise<T>): Promise<T> {
    const parent = start.kind === "root" ? ROOT_CONTEXT : this.#current.getStore();
    if (!parent) return work(() => {});
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
    return (...args) => this.#current.run(context, work, ...args);
  }

  outside<T>(work: () => T): T {
    return this.#current.run(undefined, work);
  }
}

/** Notes the code of an error; its message may hold values of a person. */
function noteFailure(span: Span, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const name = error instanceof Error ? error.name : "";
  const type = [code, name].find((text) => /^[\w-]{1,40}$/.test(text)) ?? "_OTHER";
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
