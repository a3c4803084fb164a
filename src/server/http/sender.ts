import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { emailKey } from "../../contract/rules.ts";
import type { Config } from "../config.ts";
import { isNear, networkOf } from "./network.ts";

/** Turns what identifies a sender into keyed hashes: good for counting, useless to read. */
export interface SenderHasher {
  /** Undefined when the address cannot be known or limits are off. */
  hashAddress(request: FastifyRequest): string | undefined;
  /** For an account's sign-in address, in any case; undefined when limits are off. */
  hashAccount(email: string): string | undefined;
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
