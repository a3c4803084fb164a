import type { FastifyInstance } from "fastify";
import { siteEndpoints } from "../../contract/endpoints/site.ts";
import { paths } from "../../contract/paths.ts";
import type { Config } from "../platform/config/config.ts";
import { registerRoute } from "../platform/http/routes/register-endpoint.ts";
import type { PageServer } from "../platform/pages/page-server.ts";
import type { ApiDescription } from "./document.ts";

/** The API's description as an OpenAPI 3.1 document, built on first use, and as a built page. */
export function registerApiDocs(app: FastifyInstance, config: Config, pages: PageServer): void {
  let description: Promise<ApiDescription> | undefined;
  registerRoute(app, siteEndpoints.document, {}, async ({ reply }) => {
    description ??= import("./document.ts").then(({ describeApi }) => describeApi(config));
    return reply.header("cache-control", "no-cache").send(await description);
  });
  registerRoute(app, siteEndpoints.docs, {}, async ({ request, reply }) =>
    pages.serve(request, reply, paths.apiDocs),
  );
}
