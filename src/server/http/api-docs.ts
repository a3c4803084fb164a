import type { FastifyInstance } from "fastify";

/** Title, then one line for each call: enough to find one's way without scripts. */
const page = "/api/docs";

/** The API's description, for programs (OpenAPI 3.1) and for people. Built on first need. */
export function registerApiDocs(app: FastifyInstance): void {
  const description = memoize(async () => (await import("./open-api.ts")).describeApi());
  app.get(`${page}/openapi.json`, async (_request, reply) => {
    return reply.header("cache-control", "no-cache").send(await description());
  });
  app.get(page, async (_request, reply) => {
    const { writeApiPage } = await import("./api-page.ts");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(writeApiPage(await description(), `${page}/openapi.json`));
  });
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
