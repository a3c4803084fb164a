import type { FastifyInstance, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";
import type { DatabaseClient } from "../db/client.ts";
import { noteSeen } from "../last-seen.ts";
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
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counters of this process since its start, by the names of their metrics. */
export class Counters {
  readonly #values = new Map<string, number>();

  add(name: string): void {
    this.#values.set(name, this.read(name) + 1);
  }

  read(name: string): number {
    return this.#values.get(name) ?? 0;
  }
}

interface MetricsContext {
  readonly config: Config;
  readonly database: DatabaseClient;
  readonly pages: PageServer;
  now(): number;
}

/**
 * `/metrics` for Prometheus, with the token, or without one for local requests.
 */
export function registerMetrics(
  app: FastifyInstance,
  { config, database, pages, now }: MetricsContext,
  connections: Connections,
  readMore: () => Promise<readonly Metric[]>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to response.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    // A prefetched page is not a visit.
    if (!request.headers["sec-purpose"]?.includes("prefetch")) {
      const route = request.routeOptions.url ?? "none";
      const labels = { method: request.method, route, status: reply.raw.statusCode };
      durations.observe(labels, reply.elapsedTime / 1000);
    }
    done();
  });

  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, config.metricsToken)) throw new ApiError("not-found");
    // Not awaited: the numbers are wanted most while nothing can be written.
    if (config.metricsToken !== undefined) {
      void noteSeen(database, "metrics", now()).catch(() => undefined);
    }
    const samples = new Registry();
    for (const [name, metrics] of Map.groupBy([...readLoad(), ...(await readMore())], byName)) {
      addMetric(samples, name, metrics);
    }
    const text = `${await registry.metrics()}${await samples.metrics()}`;
    return reply.type(registry.contentType).header("cache-control", "no-store").send(text);
  });

  function readLoad(): Metric[] {
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
    return [
      { type: "gauge", name: "build_info", labels: { version, commit }, value: 1 },
      ...toMetrics("gauge", gauges),
      ...toMetrics("counter", counters),
    ];
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

const byName = ({ name }: Metric) => name;

/** Adds the samples of one name. */
function addMetric(registry: Registry, name: string, metrics: readonly Metric[]): void {
  const [{ type, labels = {} } = { type: "gauge" }] = metrics;
  const options = { name, help: name.replaceAll("_", " "), labelNames: Object.keys(labels) };
  const metric = new (type === "counter" ? Counter : Gauge)({ ...options, registers: [registry] });
  for (const { labels = {}, value } of metrics) metric.inc(labels, value);
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return hasBearer(request, token);
  // Through a local proxy, every request would look local.
  const direct = proxyHeaders.every((name) => request.headers[name] === undefined);
  return direct && loopback.has(request.socket.remoteAddress ?? "");
}
