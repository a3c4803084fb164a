import type { FastifyRequest } from "fastify";

export function queryOf({ url }: Pick<FastifyRequest, "url">): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark));
}

/** The value of a name in a query; undefined if the name is missing or repeated. */
export function singleValueOf(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}
