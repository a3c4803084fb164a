import { createHmac } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

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
    hashAccount: (email) =>
      config.rateLimits ? hash("account", email.trim().toLowerCase()) : undefined,
    hashAddress(request) {
      if (!config.rateLimits) return undefined;
      if (!config.trustProxy && request.headers["x-forwarded-for"] !== undefined) {
        // Behind an unknown proxy everybody would share one address, and one limit.
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
