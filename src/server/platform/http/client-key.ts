import { createHmac, hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { emailKey } from "../../../contract/form-engine/rules.ts";
import type { Config } from "../config/config.ts";
import { isPrivateAddress, networkOf } from "./network.ts";

/** Turns what identifies a sender into keyed hashes: good for counting, useless to read. */
export interface ClientKeys {
  /** Undefined when limits are off. */
  hashAddress(request: FastifyRequest): string | undefined;
  /** For an account's sign-in address, in any case; undefined when limits are off. */
  hashAccount(email: string): string | undefined;
}

/**
 * Behind a proxy that nobody told us of all visitors have one address, and one limit would soon
 * shut all of them out. So there are this many limits for them together.
 */
const sharedBuckets = 16;

/**
 * The bucket of a visitor behind such a proxy. Which one the header says, but not how many
 * there are: whoever makes headers up gets no further than all visitors together.
 */
function sharedBucket(forwardedFor: string | string[] | undefined): string {
  const added = String(forwardedFor).split(",").at(-1)?.trim() ?? "";
  return String(hash("sha256", networkOf(added), "buffer").readUInt32BE() % sharedBuckets);
}

/** @param secret 256-bit key shared by every node */
export function createClientKeys(config: Config, secret: Buffer): ClientKeys {
  let warned = false;
  const keyed = (kind: string, value: string) =>
    createHmac("sha256", secret).update(`${kind}:${value}`).digest("base64url");

  return {
    hashAccount: (email) => (config.rateLimits ? keyed("account", emailKey(email)) : undefined),
    hashAddress(request) {
      if (!config.rateLimits) return undefined;
      const isForwarded = request.headers["x-forwarded-for"] !== undefined;
      if (!config.trustProxy && isForwarded && isPrivateAddress(request.socket.remoteAddress)) {
        // From farther away the header is only something that anybody can write.
        if (!warned) {
          request.log.warn(
            "X-Forwarded-For without TRUST_PROXY=on: visitors share their limits per address",
          );
        }
        warned = true;
        return keyed("shared", sharedBucket(request.headers["x-forwarded-for"]));
      }
      return keyed("address", networkOf(request.ip));
    },
  };
}
