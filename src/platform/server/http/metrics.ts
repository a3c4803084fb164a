import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";
import type { DatabaseClient } from "../db/client.ts";
import type { PageServer } from "../pages/page-server.ts";
import { hasBearer } from "./bearer.ts";
import type { Connections } from "./limits/connection-limits.ts";

const loopback = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

const proxyHeaders = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

/** Upper bounds of the response times, in seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export interface Metric {
  readonly type: "counter" | "gauge";
  readonly name: string;
  /** Such as `name="emails"`. Metrics of one name must be consecutive. */
  readonly labels?: string;
  readonly value: number;
}

interface MetricsContext {
  readonly config: Config;
  readonly database: DatabaseClient;
  readonly pages: PageServer;
}

interface Series {
  count: number;
  sum: number;
  readonly below: number[];
}

/**
 * `/metrics` for Prometheus, with the token, or without one for local requests. Responses are
 * counted without prom-client, which takes too much time per page and at startup; it is loaded with
 * the first request and adds the process metrics.
 */
export function registerMetrics(
  app: FastifyInstance,
  { config, database, pages }: MetricsContext,
  connections: Connections,
  readMore: () => Promise<readonly Metric[]>,
): void {
  const series = new Map<string, Series>();
  app.addHook("onResponse", (request, reply, done) => {
    // A prefetched page is not a visit.
    if (!request.headers["sec-purpose"]?.includes("prefetch")) count(series, request, reply);
    done();
  });

  let registry: ReturnType<typeof openRegistry> | undefined;
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new ApiError("not-found");
    registry ??= openRegistry();
    const { contentType } = await registry;
    const more = writeMetrics(await readMore());
    const text = `${writeSeries(series)}${writeLoad()}${more}${await (await registry).metrics()}`;
    return reply.type(contentType).header("cache-control", "no-store").send(text);
  });

  function writeLoad(): string {
    const { queued, rendered, rejected, abandoned } = pages.renderCounts;
    const gauges = {
      http_connections_open: connections.sockets.size,
      page_renders_queued: queued,
    };
    const counters = {
      http_connections_rejected_total: connections.rejected,
      http_connections_over_pipelined_total: connections.overPipelined,
      page_renders_total: rendered,
      page_renders_rejected_total: rejected,
      page_renders_abandoned_total: abandoned,
      database_writes_rejected_total: database.writeLimit.rejected,
    };
    const { version, commit } = pages.release;
    const labels = `version="${version}",commit="${commit}"`;
    return writeMetrics([
      { type: "gauge", name: "build_info", labels, value: 1 },
      ...toMetrics("gauge", gauges),
      ...toMetrics("counter", counters),
    ]);
  }
}

/** Metrics of one type by name; undefined values are skipped. */
export function toMetrics(
  type: Metric["type"],
  values: Readonly<Record<string, number | undefined>>,
): Metric[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : { type, name, value },
  );
}

function writeMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ type, name, labels, value }, index) => [
    ...(metrics[index - 1]?.name === name ? [] : [`# TYPE ${name} ${type}\n`]),
    `${name}${labels === undefined ? "" : `{${labels}}`} ${value}\n`,
  ]);
  return lines.join("");
}

function count(series: Map<string, Series>, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? "none";
  const key = `method="${request.method}",route="${route}",status="${reply.raw.statusCode}"`;
  let entry = series.get(key);
  if (!entry) {
    entry = { count: 0, sum: 0, below: buckets.map(() => 0) };
    series.set(key, entry);
  }
  const seconds = reply.elapsedTime / 1000;
  entry.count += 1;
  entry.sum += seconds;
  for (const [index, edge] of buckets.entries()) {
    if (seconds <= edge) entry.below[index] = (entry.below[index] ?? 0) + 1;
  }
}

async function openRegistry() {
  const { Registry, collectDefaultMetrics } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

function writeSeries(series: ReadonlyMap<string, Series>): string {
  const name = "http_request_duration_seconds";
  const lines = [`# HELP ${name} Time from request to response.`, `# TYPE ${name} histogram`];
  for (const [labels, { count, sum, below }] of series) {
    buckets.forEach((edge, index) => {
      lines.push(`${name}_bucket{${labels},le="${edge}"} ${below[index]}`);
    });
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
  }
  return `${lines.join("\n")}\n`;
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return hasBearer(request, token);
  // Through a local proxy, every request would look local.
  const direct = proxyHeaders.every((name) => request.headers[name] === undefined);
  return direct && loopback.has(request.socket.remoteAddress ?? "");
}
