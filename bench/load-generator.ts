/**
 * `node load-generator.ts <LoadPlan as JSON>`: sends requests one after the other on every
 * connection until the time is up, waits for pending responses, and prints a LoadResult. Finds the
 * end of a response by its length, because it shares the CPU with the server.
 */
import { connect, type Socket } from "node:net";
import type { LoadPlan, LoadResult } from "./load.ts";

const plan = JSON.parse(process.argv[2] ?? "") as LoadPlan;
const { hostname, port } = new URL(plan.origin);
const lastResponseLimitMs = 10_000;
const warmUpMs = 300;
const run = Date.now().toString(36) + process.pid.toString(36);

let sent = 0;
let acknowledged = 0;
let counted = 0;
let failed = 0;
let firstError: string | undefined;
/** Length of the first response with its head; most others have the same. */
let usualLength = 0;
const times: number[] = [];
const start = performance.now();
const countFrom = start + warmUpMs;
const end = countFrom + plan.seconds * 1000;

const getRequest = Buffer.from(
  `GET ${plan.path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept-encoding: br\r\n\r\n`,
);
const postHead = `POST ${plan.path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ncontent-length: `;

function nextRequest(): Uint8Array {
  sent += 1;
  if (plan.method === "GET") return getRequest;
  const id = `${run}${sent}`;
  // The format that our pages use.
  const key = `${Date.now().toString(36)}-${id}`;
  const body = `{"name":"Ada Lovelace","phone":"555-010-2030","email":"ada.${id}@example.com","message":"Please call me about a ride to the doctor on Friday at ten in the morning. Thank you. ${id}","_key":"${key}","_time":"15000"}`;
  return Buffer.from(`${postHead}${body.length}\r\n\r\n${body}`);
}

class Connection {
  readonly done: Promise<void>;
  readonly #socket: Socket;
  #finish: () => void = () => {};
  #sentAt = 0;
  #partial: Buffer | undefined;

  constructor() {
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on("connect", () => this.#send());
    this.#socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#socket.on("close", () => {
      if (performance.now() < end) this.#fail("The server closed a connection.");
      this.#finish();
    });
    this.#socket.on("error", (error) => this.#fail(error.message));
  }

  #send(): void {
    this.#sentAt = performance.now();
    this.#socket.write(nextRequest());
  }

  #read(chunk: Buffer): void {
    const data: Buffer = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    if (data.length !== usualLength) {
      const length = responseLength(data);
      if (length === undefined || data.length < length) {
        this.#partial = data;
        return;
      }
      if (usualLength === 0) usualLength = length;
    }
    this.#partial = undefined;
    this.#count(data);
    if (performance.now() < end) this.#send();
    else this.#socket.end();
  }

  #count(data: Buffer): void {
    // "HTTP/1.1 2.."
    if (data[9] !== 0x32) {
      this.#fail(data.toString("latin1", 0, 200));
      return;
    }
    acknowledged += 1;
    if (this.#sentAt < countFrom) return;
    counted += 1;
    times.push(performance.now() - this.#sentAt);
  }

  #fail(reason: string): void {
    failed += 1;
    firstError ??= reason;
  }

  cut(): void {
    this.#socket.destroy();
  }
}

/** Length of head and body in bytes; undefined until the head has arrived. */
function responseLength(data: Buffer): number | undefined {
  const headEnd = data.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(data.toString("latin1", 0, headEnd))?.[1];
  return headEnd + 4 + Number(length ?? 0);
}

const connections = Array.from({ length: plan.connections }, () => new Connection());
const timer = setTimeout(
  () => {
    for (const connection of connections) connection.cut();
  },
  end - performance.now() + lastResponseLimitMs,
);
await Promise.all(connections.map(({ done }) => done));
clearTimeout(timer);
const seconds = Math.max(plan.seconds, (performance.now() - countFrom) / 1000);
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
const result: LoadResult = {
  acknowledged,
  failed,
  ...(firstError !== undefined && { firstError }),
  perSecond: counted / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
};
console.log(JSON.stringify(result));
