import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export interface ProxiedRequest {
  readonly url: string;
  readonly type: string;
  readonly isPrefetch: boolean;
  readonly encoding: string;
  readonly bytes: number;
}

/** A proxy that throttles the connection between browser and server. */
export interface ThrottledProxy {
  readonly origin: string;
  /** Requests since the start or since the list was cleared. */
  readonly requests: ProxiedRequest[];
  close(): Promise<void>;
}

/** Latency and bandwidth. */
interface ProxyOptions {
  /** Latency before each response, in milliseconds. */
  readonly latencyMs: number;
  /** Bandwidth, shared by all responses. */
  readonly bytesPerSecond: number;
  /** Removes the speculation rules header, so that the browser prefetches nothing. */
  readonly withoutPrefetch?: boolean;
}

/** Unthrottled: only records requests. */
export const unthrottled: ProxyOptions = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
/** "Slow 4G" of the developer tools, which do not throttle prefetched documents. */
export const slow4g: ProxyOptions = { latencyMs: 562.5, bytesPerSecond: 180_000 };

const chunkBytes = 4096;

export async function startThrottledProxy(
  target: string,
  choices: ProxyOptions,
): Promise<ThrottledProxy> {
  const passed: ProxiedRequest[] = [];
  let freeAt = 0;

  /** Sends as fast as the shared bandwidth allows. */
  async function sendThrottled(body: Buffer, response: ServerResponse): Promise<void> {
    for (let start = 0; start < body.length; start += chunkBytes) {
      const chunk = body.subarray(start, start + chunkBytes);
      const now = performance.now();
      freeAt = Math.max(freeAt, now) + (chunk.length / choices.bytesPerSecond) * 1000;
      if (freeAt - now > 1) await wait(freeAt - now);
      if (response.destroyed) return;
      response.write(chunk);
    }
    response.end();
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/", headers } = incoming;
    const [upstream] = await Promise.all([
      forwardRequest(target, incoming),
      wait(choices.latencyMs),
    ]);
    if (choices.withoutPrefetch) delete upstream.headers["speculation-rules"];
    response.writeHead(upstream.status, upstream.headers);
    await sendThrottled(upstream.body, response);
    passed.push({
      url,
      type: String(upstream.headers["content-type"] ?? ""),
      isPrefetch: headers["sec-purpose"]?.includes("prefetch") ?? false,
      encoding: String(upstream.headers["content-encoding"] ?? ""),
      bytes: upstream.body.length,
    });
  }

  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address?.port}`,
    requests: passed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface UpstreamResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

function forwardRequest(target: string, incoming: IncomingMessage): Promise<UpstreamResponse> {
  const { method, url = "/", headers } = incoming;
  return new Promise((resolve, reject) => {
    const outgoing = request(target + url, { method, headers }, (response) => {
      response
        .toArray()
        .then((parts: Buffer[]) => {
          const { connection: _c, "keep-alive": _k, ...rest } = response.headers;
          resolve({
            status: response.statusCode ?? 502,
            headers: rest,
            body: Buffer.concat(parts),
          });
        })
        .catch(reject);
    });
    outgoing.on("error", reject);
    incoming.pipe(outgoing);
  });
}
