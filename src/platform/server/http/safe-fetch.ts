import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns/promises";
import type https from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { seconds } from "../../contract/durations.ts";
import { inSpan } from "../tracing/spans.ts";

export interface OutgoingRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For tests: allows requests to this computer. */
  readonly allowLoopback: boolean;
  /** Maximum time from lookup to the end of the response, in milliseconds; five seconds by default. */
  readonly timeoutMs?: number;
}

export interface OutgoingResponse {
  readonly status: number;
  /** At most the first 500 characters. */
  readonly text: string;
}

/** Default timeout of a request, in milliseconds. */
export const requestTimeoutMs = seconds(5);
const maxTextLength = 500;

/** Special-purpose networks (RFC 6890): requests to them are blocked. */
const blocked = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  blocked.addSubnet(network, prefix, "ipv4");
}
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const special6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special6.addSubnet(network, prefix, "ipv6");
}
const loopback = new Set(["127.0.0.1", "::1"]);

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, "ipv4");
  return global6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

class BlockedAddressError extends Error {
  override name = "RejectedAddress";
  readonly code = "REJECTED_ADDRESS";
}

/**
 * Sends a request with a timeout, without following redirects, and only to public addresses. The
 * name is resolved once, and the connection uses the checked address.
 * @param resolve resolves all addresses of a name
 * @throws Error with a `code` if there is no response
 */
export async function safeFetch(
  request: OutgoingRequest,
  resolve: (host: string) => Promise<LookupAddress[]> = (host) => lookup(host, { all: true }),
): Promise<OutgoingResponse> {
  const url = new URL(request.url);
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (request.allowLoopback && loopback.has(address));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const signal = AbortSignal.timeout(request.timeoutMs ?? requestTimeoutMs);
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await endWith(signal, resolve(host));
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
    throw new BlockedAddressError("The address is not public.");
  }
  // Loaded lazily: node:http also loads Node's fetch (decision 0017).
  const client = await (url.protocol === "http:" ? import("node:http") : import("node:https"));
  const { method } = request;
  const attributes = { "http.request.method": method, "server.address": url.hostname };
  return inSpan({ name: method, kind: "client", attributes }, async (note) => {
    const response = await send(client.request, request, url, addresses, signal);
    note({ "http.response.status_code": response.status });
    return response;
  });
}

/** The result of some work, or the signal's error if that comes first. */
function endWith<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}

function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host: string, options: LookupOptions, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
}

function send(
  open: typeof https.request,
  { method, headers, body }: OutgoingRequest,
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<OutgoingResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = open(url, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
      },
      lookup: pinned(addresses),
      agent: false,
      signal,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      let text = "";
      const settle = () => {
        resolve({ status: response.statusCode ?? 0, text: text.slice(0, maxTextLength) });
        outgoing.destroy();
      };
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        if (text.length >= maxTextLength) settle();
      });
      response.on("end", settle);
      response.on("error", reject);
    });
    outgoing.end(body);
  });
}
