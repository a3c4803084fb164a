import { createHmac } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { emailKey } from "../../contract/rules.ts";
import type { Config } from "../config.ts";

/** Where a proxy stands that nobody told us of: on this computer, or in its own network. */
const near = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const) {
  near.addSubnet(network, prefix);
}
for (const [network, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  near.addSubnet(network, prefix, "ipv6");
}

/** Whether the other end of a connection is this computer or a private network (RFC 1918, 4193, 6598). */
function isNear(address: string | undefined): boolean {
  // Without an address it is a socket of this computer.
  if (address === undefined) return true;
  // The part behind "%" names a network card.
  const [bare = ""] = address.split("%");
  return near.check(bare, isIP(bare) === 6 ? "ipv6" : "ipv4");
}

/** Turns what identifies a sender into keyed hashes: good for counting, useless to read. */
export interface SenderHasher {
  /** Undefined when the address cannot be known or limits are off. */
  hashAddress(request: FastifyRequest): string | undefined;
  /** For an account's sign-in address, in any case; undefined when limits are off. */
  hashAccount(email: string): string | undefined;
}

/** Households and servers get a whole /64 of IPv6: its addresses are one sender. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** @param secret 256-bit key shared by every node */
export function createSenderHasher(config: Config, secret: Buffer): SenderHasher {
  let warned = false;
  const hash = (kind: string, value: string) =>
    createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");

  return {
    hashAccount: (email) => (config.rateLimits ? hash("account", emailKey(email)) : undefined),
    hashAddress(request) {
      if (!config.rateLimits) return undefined;
      const isForwarded = request.headers["x-forwarded-for"] !== undefined;
      if (!config.trustProxy && isForwarded && isNear(request.socket.remoteAddress)) {
        // Behind an unknown proxy everybody would share one address, and one limit. From
        // farther away the header is only something that anybody can write.
        if (!warned) {
          request.log.warn(
            "X-Forwarded-For without TRUST_PROXY=on: limits per address are skipped",
          );
        }
        warned = true;
        return undefined;
      }
      return hash("address", networkOf(request.ip));
    },
  };
}
