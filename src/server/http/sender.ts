import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

/** Turns what identifies a sender into keyed hashes: good for counting, useless to read. */
export interface SenderHasher {
  /** Undefined when the address cannot be known or limits are off. */
  hashAddress(request: FastifyRequest): string | undefined;
}

/** @param secret 256-bit key shared by every node */
export function createSenderHasher(config: Config, secret: Buffer): SenderHasher {
  let warned = false;
  const hash = (kind: string, value: string) =>
    createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");

  return {
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
      return hash("address", request.ip);
    },
  };
}
