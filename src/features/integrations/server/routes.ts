import type { FastifyInstance } from "fastify";
import {
  type ApiEndpoint,
  type ApiScope,
  readEndpoint,
} from "../../../platform/contract/define-endpoint.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { withInput } from "../../../platform/server/http/read-input.ts";
import {
  type EndpointRequest,
  registerRoute,
} from "../../../platform/server/http/register-endpoint.ts";
import { recordsApiEndpoints } from "../contract/records-api.ts";

/**
 * The records API for other programs. Each request needs a token with the endpoint's scope;
 * handlers are loaded on the first request.
 */
export function registerRecordsApi(app: FastifyInstance, context: AppContext): void {
  const entries = Object.entries<ApiEndpoint<never, unknown>>(recordsApiEndpoints);
  for (const [name, endpoint] of entries) {
    const scope = readEndpoint(endpoint).permission.replace("api-token:", "") as ApiScope;
    registerRoute(app, endpoint, {}, async (call) => {
      const { request, reply } = call;
      reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
      const [{ useApiToken }, { recordsHandlers }] = await Promise.all([
        import("./use-token.ts"),
        import("./record-handlers.ts"),
      ]);
      await useApiToken(request, reply, scope, context);
      const handle = recordsHandlers(context)[name as keyof typeof recordsApiEndpoints];
      return (handle as (input: EndpointRequest) => Promise<unknown>)(withInput(endpoint, call));
    });
  }
}
