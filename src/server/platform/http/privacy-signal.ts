import type { FastifyRequest } from "fastify";

/** Global Privacy Control: nothing about this person goes to an ad company. */
export function wantsPrivacy(request: FastifyRequest): boolean {
  return request.headers["sec-gpc"] === "1";
}
