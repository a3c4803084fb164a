import type { FastifyRequest } from "fastify";

/** Browsers send some 100 characters; programs may send anything. */
const maxUserAgentLength = 512;

/** What the sender's program says of itself, cut to a length that can be kept; "" when nothing. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers["user-agent"] ?? "").slice(0, maxUserAgentLength);
}
