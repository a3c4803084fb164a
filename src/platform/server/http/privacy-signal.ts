import type { FastifyRequest } from "fastify";

/** Global Privacy Control: nothing about this person may be reported to ad companies. */
export function wantsPrivacy(request: FastifyRequest): boolean {
  return request.headers["sec-gpc"] === "1";
}
