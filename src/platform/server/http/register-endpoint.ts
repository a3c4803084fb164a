import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  type AnyEndpoint,
  type Bytes,
  type OpenEndpoint,
  readEndpoint,
} from "../../contract/endpoints/define-endpoint.ts";
import type { Config } from "../config/config.ts";
import { requireOwnSite } from "./same-origin.ts";

/** A request to an endpoint. Its body is not validated, despite the endpoint's type. */
export interface EndpointRequest {
  readonly request: FastifyRequest<{ Params: Readonly<Record<"id" | "*", string>> }>;
  readonly reply: FastifyReply;
}

/** Return type of a handler: handlers of files send the reply themselves. */
export type HandlerResult<Response> = Response extends Bytes | string ? FastifyReply : Response;

/** Registers an endpoint without enforcing its permission; the handler must do that. */
export function registerRoute(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  options: RouteShorthandOptions,
  handle: (call: EndpointRequest) => Promise<unknown>,
): void {
  const { method, path } = readEndpoint(endpoint);
  app.route<{ Params: Readonly<Record<"id" | "*", string>> }>({
    ...options,
    method,
    url: path,
    handler: (request, reply) => handle({ request, reply }),
  });
}

/**
 * Registers an endpoint that needs no session, and enforces its permission. Responses are
 * `no-store`.
 */
export function registerEndpoint<Body, Response>(
  app: FastifyInstance,
  endpoint: OpenEndpoint<Body, Response>,
  { config }: { readonly config: Config },
  handle: (call: EndpointRequest) => Promise<HandlerResult<Response>>,
  options: RouteShorthandOptions = {},
): void {
  const { permission } = readEndpoint(endpoint);
  registerRoute(app, endpoint, options, async (call) => {
    if (permission === "own-site") requireOwnSite(call.request, config);
    call.reply.header("cache-control", "no-store");
    return handle(call);
  });
}
