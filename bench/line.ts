import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** One request through the proxy, with its response. */
export interface Passed {
  readonly url: string;
  readonly type: string;
  /** Prefetched, for another page. */
  readonly ahead: boolean;
  readonly encoding: string;
  readonly bytes: number;
}

/** A throttled network between browser and server. */
export interface Line {
  readonly origin: string;
  /** Requests since it was opened or last cleared. */
  readonly passed: Passed[];
  close(): Promise<void>;
}

/** Latency, bandwidth, and what it removes. */
interface LineChoices {
  /** Latency before each response, in milliseconds. */
  readonly latencyMs: number;
  /** Shared by all responses. */
  readonly bytesPerSecond: number;
  /** Removes the speculation rules header, so that the browser prefetches nothing. */
  readonly withoutAhead?: boolean;
}

/** Unthrottled: only records requests. */
export const plainLine: LineChoices = { latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
/** "Slow 4G" of the developer tools. Theirs does not throttle prefetched documents; this does. */
export const slowLine: LineChoices = { latencyMs: 562.5, bytesPerSecond: 180_000 };

const pieceBytes = 4096;

/** Starts a proxy to a server that throttles and counts. */
export async function openLine(target: string, choices: LineChoices): Promise<Line> {
  const passed: Passed[] = [];
  let freeAt = 0;

  /** Sends as fast as the shared bandwidth allows. */
  async function trickle(body: Buffer, response: ServerResponse): Promise<void> {
    for (let start = 0; start < body.length; start += pieceBytes) {
      const piece = body.subarray(start, start + pieceBytes);
      const now = performance.now();
      freeAt = Math.max(freeAt, now) + (piece.length / choices.bytesPerSecond) * 1000;
      if (freeAt - now > 1) await wait(freeAt - now);
      if (response.destroyed) return;
      response.write(piece);
    }
    response.end();
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "/", headers } = incoming;
    const [answer] = await Promise.all([ask(target, incoming), wait(choices.latencyMs)]);
    if (choices.withoutAhead) delete answer.headers["speculation-rules"];
    response.writeHead(answer.status, answer.headers);
    await trickle(answer.body, response);
    passed.push({
      url,
      type: String(answer.headers["content-type"] ?? ""),
      ahead: headers["sec-purpose"]?.includes("prefetch") ?? false,
      encoding: String(answer.headers["content-encoding"] ?? ""),
      bytes: answer.body.length,
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
    passed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

function ask(target: string, incoming: IncomingMessage): Promise<Answer> {
  const { method, url = "/", headers } = incoming;
  return new Promise((resolve, reject) => {
    const call = request(target + url, { method, headers }, (response) => {
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
    call.on("error", reject);
    incoming.pipe(call);
  });
}
