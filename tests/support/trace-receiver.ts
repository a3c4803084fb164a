import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { z } from "zod";

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
});
const sentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
const sentTraces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(sentSpan) })),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface TraceReceiver {
  readonly settings: { readonly OTEL_EXPORTER_OTLP_ENDPOINT: string };
  readonly bytes: () => string;
  readonly spans: () => ReceivedSpan[];
  /** Names of the services that sent spans. */
  readonly services: () => unknown[];
  readonly headers: () => string;
}

/** Starts a receiver on a free port; stops with the test. @param hangs never responds */
export async function startTraceReceiver({ hangs = false } = {}): Promise<TraceReceiver> {
  const bodies: string[] = [];
  let headers = "";
  const server = createServer(async (request, response) => {
    headers += JSON.stringify(request.headers);
    bodies.push(await text(request));
    if (!hangs) response.setHeader("content-type", "application/json").end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const sent = () => bodies.flatMap((body) => sentTraces.parse(JSON.parse(body)).resourceSpans);
  return {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    bytes: () => bodies.join("\n"),
    spans: () =>
      sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(toSpan))),
    services: () => sent().map(({ resource }) => toRecord(resource.attributes)["service.name"]),
    headers: () => headers,
  };
}

function toSpan({ parentSpanId = "", attributes, ...span }: z.infer<typeof sentSpan>) {
  return { ...span, parentId: parentSpanId, attributes: toRecord(attributes) };
}

function toRecord(attributes: readonly z.infer<typeof attribute>[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}

/** The spans of one trace as an indented tree of names, siblings in alphabetical order. */
export function drawTree(spans: readonly ReceivedSpan[], parentId: string, indent = ""): string[] {
  return spans
    .filter((span) => span.parentId === parentId)
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap((span) => [`${indent}${span.name}`, ...drawTree(spans, span.spanId, `${indent}  `)]);
}
