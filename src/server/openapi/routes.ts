import type { FastifyInstance } from "fastify";
import { pathOf } from "../../contract/endpoints/define-endpoint.ts";
import { siteEndpoints } from "../../contract/endpoints/site.ts";
import type { Config } from "../platform/config/config.ts";
import { registerRoute } from "../platform/http/routes/register-endpoint.ts";

/** The API's description as an OpenAPI 3.1 document and as a page, built on first use. */
export function registerApiDocs(app: FastifyInstance, config: Config): void {
  const description = memoize(async () => (await import("./document.ts")).describeApi(config));
  registerRoute(app, siteEndpoints.document, {}, async ({ reply }) => {
    return reply.header("cache-control", "no-cache").send(await description());
  });
  registerRoute(app, siteEndpoints.docs, {}, async ({ reply }) => {
    const { writeApiPage } = await import("./docs-page.ts");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(writeApiPage(await description(), pathOf(siteEndpoints.document)));
  });
}

function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
