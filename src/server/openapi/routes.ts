import type { FastifyInstance } from "fastify";
import type { Config } from "../platform/config/config.ts";
import { docsPath, documentPath } from "./addresses.ts";

/** The API's description, for programs (OpenAPI 3.1) and for people. Built on first need. */
export function registerApiDocs(app: FastifyInstance, config: Config): void {
  const description = memoize(async () => (await import("./document.ts")).describeApi(config));
  app.get(documentPath, async (_request, reply) => {
    return reply.header("cache-control", "no-cache").send(await description());
  });
  app.get(docsPath, async (_request, reply) => {
    const { writeApiPage } = await import("./docs-page.ts");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(writeApiPage(await description(), documentPath));
  });
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
