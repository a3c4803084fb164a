import type { FastifyRequest } from "fastify";

/** Global Privacy Control: no ad company may be told about this person. */
export function wantsPrivacy(request: FastifyRequest): boolean {
  return request.headers["sec-gpc"] === "1";
}
