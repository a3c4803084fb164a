import type { FastifyInstance } from "fastify";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { ending, siteEndpoints } from "../../../platform/contract/site.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { registerRoute } from "../../../platform/server/http/register-endpoint.ts";
import type { PageServer } from "../../../platform/server/pages/page-server.ts";
import type { ApiDescription } from "./document.ts";

/** The API's description as an OpenAPI 3.1 document, built on first use, and as a built page. */
export function registerApiDocs(app: FastifyInstance, config: Config, pages: PageServer): void {
  let description: Promise<ApiDescription> | undefined;
  registerRoute(app, siteEndpoints.document, {}, async ({ reply }) => {
    description ??= import("./document.ts").then(({ describeApi }) => describeApi(config));
    return reply.header("cache-control", "no-cache").send(await description);
  });
  registerRoute(app, siteEndpoints.formerDocument, {}, async ({ reply }) =>
    reply.headers(ending).redirect(pathOf(siteEndpoints.document), 303),
  );
  registerRoute(app, siteEndpoints.docs, {}, async ({ request, reply }) =>
    pages.serve(request, reply, paths.apiDocs),
  );
}
