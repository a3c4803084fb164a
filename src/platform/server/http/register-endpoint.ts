import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  type AnyEndpoint,
  type Bytes,
  type InputOf,
  type OpenEndpoint,
  readEndpoint,
} from "../../contract/define-endpoint.ts";
import type { Config } from "../config/config.ts";
import { withInput } from "./read-input.ts";
import { requireOwnSite } from "./same-origin.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Every registered endpoint, for the tests of access. */
    readonly endpoints: AnyEndpoint[];
  }
  interface FastifyContextConfig {
    /** The definition of a route of the API. */
    endpoint?: AnyEndpoint;
  }
}

/** `system` names a program of the company. */
type PathParams = Readonly<Record<"id" | "system" | "*", string>>;

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly request: FastifyRequest<{ Params: PathParams }>;
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
  app.endpoints.push(endpoint);
  app.route<{ Params: PathParams }>({
    ...options,
    config: { ...options.config, endpoint },
    method,
    // Parameters follow a slash; a colon elsewhere is part of the path.
    url: path.replaceAll(/(?<!\/):/g, "::"),
    handler: (request, reply) => handle({ request, reply }),
  });
}

/**
 * Registers an endpoint that needs no session; enforces its permission, and validates its input.
 * Responses are `no-store`.
 */
export function registerEndpoint<E extends OpenEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  { config }: { readonly config: Config },
  handle: (call: EndpointRequest & InputOf<E>) => Promise<HandlerResult<E["returns"]>>,
  options: RouteShorthandOptions = {},
): void {
  const { permission } = readEndpoint(endpoint);
  registerRoute(app, endpoint, options, async (call) => {
    if (permission === "own-site") requireOwnSite(call.request, config);
    call.reply.header("cache-control", "no-store");
    return handle(withInput(endpoint, call));
  });
}
