import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** How long a request looks for a server that accepts it, in milliseconds. */
const tryLimitMs = 10_000;
const tryEveryMs = 50;
const checkEveryMs = 100;

interface Upstream {
  readonly port: number;
  isHealthy: boolean;
}

/**
 * A reverse proxy that does what the Caddyfile of `docs/deploy.md` does: round robin over the
 * servers that are healthy by /livez, connections that are kept open, and another attempt for a
 * request that no server has accepted yet. It never repeats a request that it has sent.
 */
export async function startRoundRobinProxy(ports: readonly number[]): Promise<string> {
  const upstreams = ports.map((port): Upstream => ({ port, isHealthy: true }));
  const agent = new Agent({ keepAlive: true });
  const checks = setInterval(() => {
    for (const upstream of upstreams) void check(upstream);
  }, checkEveryMs);
  let turn = 0;
  const proxy = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    const deadline = performance.now() + tryLimitMs;
    while (performance.now() < deadline) {
      turn += 1;
      const healthy = upstreams.filter(({ isHealthy }) => isHealthy);
      const upstream = healthy[turn % healthy.length];
      if (upstream && (await forward(upstream, agent, incoming, body, response))) return;
      await wait(tryEveryMs);
    }
    response.writeHead(503).end();
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    clearInterval(checks);
    agent.destroy();
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function check(upstream: Upstream): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${upstream.port}/livez`).catch(() => undefined);
  await answer?.arrayBuffer();
  upstream.isHealthy = answer?.ok ?? false;
}

/** @returns false if the server did not accept the connection, so that nothing was sent */
function forward(
  { port }: Upstream,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const sending = request({ port, host: "127.0.0.1", method, path: url, headers, agent });
    sending.once("response", (answer) => {
      // These concern the connection to the server, not the one to the client.
      const { connection: _, "keep-alive": __, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.once("error", () => response.destroy());
      answer.pipe(response);
      resolve(true);
    });
    sending.once("error", (error: NodeJS.ErrnoException) => {
      const wasSent = error.code !== "ECONNREFUSED";
      if (wasSent && !response.headersSent) response.writeHead(502).end();
      resolve(wasSent);
    });
    sending.end(body);
  });
}
