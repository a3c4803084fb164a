import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../api-error.ts";
import { isPrivateAddress, networkOf } from "../network.ts";
import { NetworkQuota } from "./network-quota.ts";

/** Limits of large bodies read into memory concurrently. */
export interface BodyLimits {
  readonly maxLargeBodies: number;
  readonly maxLargeBodiesPerNetwork: number;
}

/**
 * Native forms have at most 192 KiB each: 48 MiB in total. A batch may have 2 MiB, and is read only
 * from a program with a token.
 */
export const bodyLimits: BodyLimits = { maxLargeBodies: 256, maxLargeBodiesPerNetwork: 64 };

/**
 * Size above which bodies count, in bytes. Nearly every form is smaller, and 4,000 bodies of this
 * size are 64 MB.
 */
const largeBodyBytes = 16 * 1024;
/** Bodies buffered in memory; files are spooled to disk, with their own limits. */
const inMemoryTypes = /^application\/(?:json|merge-patch\+json|x-ndjson|x-www-form-urlencoded)\b/i;

/**
 * Limits the memory that stalling clients can occupy: a large body is rejected unread as "busy" if
 * too many others are being received.
 */
export function registerBodyLimits(app: FastifyInstance, limits: BodyLimits): void {
  const quota = new NetworkQuota(limits.maxLargeBodies, limits.maxLargeBodiesPerNetwork);

  app.addHook("onRequest", (request, reply, done) => {
    if (!hasLargeBody(request)) {
      done();
      return;
    }
    const release = quota.take(isPrivateAddress(request.ip) ? undefined : networkOf(request.ip));
    if (release) {
      reply.raw.once("close", release);
      done();
      return;
    }
    // The rest of the body is not read.
    reply.header("connection", "close");
    done(new ApiError("busy"));
  });
}

function hasLargeBody({ headers }: FastifyRequest): boolean {
  const type = headers["content-type"];
  if (type === undefined || !inMemoryTypes.test(type)) return false;
  // Without a length, the body may grow to its route's limit.
  const isChunked = headers["transfer-encoding"] !== undefined;
  return isChunked || Number(headers["content-length"]) > largeBodyBytes;
}
