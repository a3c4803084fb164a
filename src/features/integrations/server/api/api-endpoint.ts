import type { FastifyError, FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import {
  type ApiEndpoint,
  type ApiScope,
  type InputOf,
  readEndpoint,
  specOf,
} from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { rollingBack } from "../../../../platform/server/db/rolling-back.ts";
import { readJsonBody } from "../../../../platform/server/http/body.ts";
import { hasStorableParams } from "../../../../platform/server/http/params-check.ts";
import {
  type EndpointRequest,
  registerRoute,
} from "../../../../platform/server/http/register-endpoint.ts";
import { inSandbox } from "../../../../platform/server/sandbox.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { etagOf } from "./conditions.ts";
import { answerOnce } from "./idempotency.ts";
import { isStream, readApiInput, readDryRun, requireMediaType } from "./read-api-input.ts";
import { narrowBody, narrowQuery, type OwnAccess, requireOwn } from "./use-app-token.ts";
import { type ApiCaller, useApiToken } from "./use-token.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls an endpoint for programs; null on other routes. */
    apiCaller: ApiCaller | null;
  }
}

/** A request of a program with a token. */
export interface ApiCall extends EndpointRequest {
  /** The token, for histories and the audit log. */
  readonly actor: Actor;
  /** Nothing may be stored besides by `database.write`, which is then rolled back. */
  readonly isDryRun: boolean;
  /** The same for each try with one Idempotency-Key; otherwise new. A UUID. Not for streams. */
  readonly key: string;
  /** Runs once for each Idempotency-Key, for a body that is a stream, whose contents are read first. */
  readonly once: <Result>(
    contents: unknown,
    run: (key: string) => Promise<Result>,
  ) => Promise<Result>;
}

type ApiEndpoints = Readonly<Record<string, ApiEndpoint<never, unknown>>>;

export type ApiHandlers<Endpoints extends ApiEndpoints> = {
  readonly [Name in keyof Endpoints]: (
    call: ApiCall & InputOf<Endpoints[Name]>,
  ) => Promise<Endpoints[Name]["returns"]>;
};

/** Handlers for one call: in a dry run, `context.database` rolls back what it writes. */
export type LoadApiHandlers<Endpoints extends ApiEndpoints> = () => Promise<
  (context: AppContext) => ApiHandlers<Endpoints>
>;

type ApiOptions = Pick<RouteShorthandOptions, "bodyLimit"> & {
  /** Counts on its own. */
  readonly limit?: "apiBatch";
  /** Also accepts the access token of a customer's app. */
  readonly own?: OwnAccess;
};

/**
 * Registers endpoints for programs: each requires a token with the endpoint's scope, counts, accepts
 * `dryRun` on writes and `Idempotency-Key` on POST, and validates. Errors are problem documents.
 * @param load imports the handlers, at the first request
 */
export function registerApiEndpoints<Endpoints extends ApiEndpoints>(
  app: FastifyInstance,
  context: AppContext,
  endpoints: Endpoints,
  load: LoadApiHandlers<Endpoints>,
  options: { readonly [Name in keyof Endpoints]?: ApiOptions } = {},
): void {
  app.register(async (scope) => {
    scope.decorateRequest("apiCaller", null);
    addParsers(scope);
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const { permission, method } = readEndpoint(endpoint);
      const scopeName = permission.replace("api-token:", "") as ApiScope;
      const chosen = options[name] ?? {};
      const { limit = method === "GET" ? "apiToken" : "apiWrite", own, ...others } = chosen;
      const route = {
        ...others,
        // Before the body is read.
        onRequest: async (request: FastifyRequest, reply: EndpointRequest["reply"]) => {
          reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
          request.apiCaller = await useApiToken(
            request,
            reply,
            { scope: scopeName, limit, own },
            context,
          );
          if (!hasStorableParams(request)) throw new ApiError("not-found");
        },
      };
      registerRoute(scope, endpoint, route, async (call) => {
        const handlers = await load();
        const { customer, isTest } = call.request.apiCaller ?? {};
        if (customer !== undefined && own?.in === "body") narrowBody(call.request, customer);
        const space = isTest ? await inSandbox(context) : context;
        return answer(endpoint, call, space, async (input, ownContext) => {
          const handle = handlers(ownContext)[name] as (input: unknown) => Promise<unknown>;
          const isQuery = customer !== undefined && own?.in === "query";
          const result = await handle(isQuery ? narrowQuery(input, customer) : input);
          if (customer !== undefined && own?.in === "response")
            requireOwn(result, customer, call.reply);
          return result;
        });
      });
    }
  });
}

async function answer(
  endpoint: ApiEndpoint<never, unknown>,
  call: EndpointRequest,
  context: AppContext,
  handle: (input: object, context: AppContext) => Promise<unknown>,
): Promise<unknown> {
  const { request, reply } = call;
  const caller = request.apiCaller;
  if (!caller) throw new Error(`${endpoint} was called without a token.`);
  const { method } = readEndpoint(endpoint);
  const isDryRun = method !== "GET" && readDryRun(request);
  if (isDryRun) reply.header("dry-run", "true");
  requireMediaType(endpoint, request);
  const input = readApiInput(endpoint, call);
  const { status } = specOf(endpoint);
  if (typeof status === "number") reply.code(status);
  const own = isDryRun ? { ...context, database: rollingBack(context.database) } : context;
  const once = <Result>(contents: unknown, job: (key: string) => Promise<Result>) =>
    answerOnce({ request, reply, caller, isDryRun, contents }, context, job) as Promise<Result>;
  const run = (key: string) => handle({ ...input, actor: caller.actor, isDryRun, key, once }, own);
  try {
    const { body } = request;
    const result = await (isStream(body) ? run("") : once(body, run));
    return typeof result === "string" ? Buffer.from(result) : result;
  } catch (error) {
    const current = error instanceof ApiError ? error.facts.current : undefined;
    if (current) reply.header("etag", etagOf(current));
    throw error;
  }
}

function addParsers(scope: FastifyInstance): void {
  const parse = readJsonBody(scope);
  scope.removeContentTypeParser("application/json");
  for (const type of ["application/json", "application/merge-patch+json"]) {
    scope.addContentTypeParser(type, { parseAs: "string" }, (request, body, done) => {
      // Clients send the type with an empty body too, such as for a DELETE.
      if (body.length === 0) done(null, undefined);
      else parse(request, body.toString(), done);
    });
  }
  scope.setErrorHandler((error: FastifyError, request) => {
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
      const { bodyLimit } = request.routeOptions;
      throw new ApiError("too-large", { message: `The body is larger than ${bodyLimit} bytes.` });
    }
    throw error;
  });
  // Handlers read files, once the caller is known.
  for (const type of ["multipart/form-data", /^image\//]) {
    scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
  }
  scope.addContentTypeParser(
    "application/x-ndjson",
    { parseAs: "string" },
    (_request, body, done) => done(null, body),
  );
}
