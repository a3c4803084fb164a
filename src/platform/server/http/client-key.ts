import { createHmac, hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { emailKey } from "../../contract/form-engine/rules.ts";
import type { Config } from "../config/config.ts";
import { isPrivateAddress, networkOf } from "./network.ts";

/** Keyed hashes of senders, for rate limits; they do not reveal the addresses. */
export interface ClientKeys {
  /** Undefined when limits are off. */
  hashAddress(request: FastifyRequest): string | undefined;
  /** By an account's login email, in any case; undefined if limits are off. */
  hashAccount(email: string): string | undefined;
}

/**
 * Behind an undeclared proxy all visitors have one address, and one limit would soon block them
 * all. So they share this many limits.
 */
const sharedBuckets = 16;

/**
 * The bucket of a visitor behind such a proxy. The header selects one of a fixed number of buckets:
 * forged headers gain no more than the limits of all visitors together.
 */
function sharedBucket(forwardedFor: string | string[] | undefined): string {
  const added =
    String(forwardedFor)
      .split(",")
      .findLast((part) => part.trim() !== "") ?? "";
  return String(hash("sha256", networkOf(added), "buffer").readUInt32BE() % sharedBuckets);
}

/** @param secret 256-bit key shared by every node */
export function createClientKeys(config: Config, secret: Buffer): ClientKeys {
  let warned = false;
  const hashKeyed = (kind: string, value: string) =>
    createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");

  return {
    hashAccount: (email) => (config.rateLimits ? hashKeyed("account", emailKey(email)) : undefined),
    hashAddress(request) {
      if (!config.rateLimits) return undefined;
      const isForwarded = request.headers["x-forwarded-for"] !== undefined;
      if (!config.trustProxy && isForwarded && isPrivateAddress(request.socket.remoteAddress)) {
        // Only for private addresses: from public ones, anybody can send the header.
        if (!warned) {
          request.log.warn(
            "X-Forwarded-For without TRUST_PROXY=on: visitors share their limits per address",
          );
        }
        warned = true;
        return hashKeyed("shared", sharedBucket(request.headers["x-forwarded-for"]));
      }
      return hashKeyed("address", networkOf(request.ip));
    },
  };
}
