import type { FastifyRequest } from "fastify";

/** Browsers send about 100 characters; other clients may send anything. */
const maxUserAgentLength = 512;

/** The User-Agent, truncated for storage; "" if missing. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers["user-agent"] ?? "").slice(0, maxUserAgentLength);
}
