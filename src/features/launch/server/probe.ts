import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { minutes } from "../../../platform/contract/durations.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { registerRoute } from "../../../platform/server/http/register-endpoint.ts";
import { type ProbeResponse, probeEndpoint } from "../contract/launch.ts";

/** Nobody has it: it is kept for documents (RFC 5737). */
export const madeUpAddress = "203.0.113.77";

/** How long a signed request works. */
const validMs = minutes(1);

/** A token that shows that the request comes from a program with the same database. */
export function signProbe(secret: Buffer, now: number): string {
  return `${now}.${signatureOf(secret, now)}`;
}

function signatureOf(secret: Buffer, time: number): string {
  return createHmac("sha256", secret).update(`launch-probe:${time}`).digest("base64url");
}

/**
 * Says what the server saw of a request of the launch check, which comes through the proxy like those
 * of visitors.
 */
export function registerProbe(app: FastifyInstance, context: AppContext): void {
  registerRoute(app, probeEndpoint, {}, async ({ request, reply }): Promise<ProbeResponse> => {
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    if (request.headers["sec-fetch-site"] !== undefined) throw new ApiError("cross-site");
    if (!isSigned(request, context.secret)) throw new ApiError("wrong-token");
    const forwarded = String(request.headers["x-forwarded-for"] ?? "");
    return {
      trusts: context.config.trustProxy,
      forwarded: forwarded.split(",").filter((part) => part.trim() !== "").length,
      isDeceived: request.ip === madeUpAddress,
      isHttps: request.headers["x-forwarded-proto"] === "https",
    };
  });
}

function isSigned({ headers }: FastifyRequest, secret: Buffer): boolean {
  const [, time = "", signature = ""] =
    /^Bearer (\d{1,15})\.([\w-]{43})$/.exec(headers.authorization ?? "") ?? [];
  // The computer's clock, since the command has no other.
  if (time === "" || Math.abs(Date.now() - Number(time)) > validMs) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, Number(time))));
}
