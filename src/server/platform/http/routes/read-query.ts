import type { FastifyRequest } from "fastify";

/** The query of a request, as it was sent. */
export function queryOf({ url }: Pick<FastifyRequest, "url">): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark));
}
