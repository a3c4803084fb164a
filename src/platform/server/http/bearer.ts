import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** Whether a request carries a token (RFC 6750), compared in constant time. */
export function hasBearer({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
