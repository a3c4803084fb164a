import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { FormState } from "../../../contract/forms/submission.ts";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";
import { isNativePost } from "../http/body.ts";
import { logServerError, setRetryAfter, toApiError } from "../http/errors/error-handler.ts";
import { outageNotice } from "../http/errors/outages.ts";
import { requireOwnSite } from "../http/same-origin.ts";
import type { PageServer } from "./page-server.ts";

/** Where a browser stands after its form was taken: on another page, or on its own in a new state. */
export type NativeResult = { readonly goTo: string } | { readonly show: FormState };

/** A form that the browser sends itself, without our scripts. */
interface NativePost {
  run(request: FastifyRequest, reply: FastifyReply): Promise<NativeResult>;
  /** The page after a rejection: what was typed, and the errors. */
  stateAfter(rejection: ApiError, request: FastifyRequest): FormState | Promise<FormState>;
}

/** What native posts need of a server. */
interface NativePostContext {
  readonly config: Config;
  readonly pages: PageServer;
}

/** Takes the native posts of a page, which come from our own pages: answers with a page, never JSON. */
export function registerNativePost(
  app: FastifyInstance,
  page: string,
  { config, pages }: NativePostContext,
  post: NativePost,
  options: RouteShorthandOptions = {},
): void {
  app.post(page, options, async (request, reply) => {
    if (!isNativePost(request)) throw new ApiError("unsupported-type");
    try {
      requireOwnSite(request, config);
      const result = await post.run(request, reply);
      if ("show" in result) return await pages.sendWithState(reply, page, 200, result.show);
      return reply.header("cache-control", "no-store").redirect(result.goTo, 303);
    } catch (error) {
      const rejection = noteRejection(error as Error, request, reply);
      const state = await post.stateAfter(rejection, request);
      return pages.sendWithState(reply, page, rejection.statusCode, state);
    }
  });
}

/** Turns what a form's post threw into a rejection: logged where it is ours, with its Retry-After. */
export function noteRejection(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  const rejection = toApiError(error);
  logServerError(request, error, rejection);
  setRetryAfter(reply, rejection);
  return rejection;
}

/** The errors of a rejected form for the state of its page: at its fields, or the form's own sentence. */
export function errorsOf(
  { body }: ApiError,
  failure: string,
): Pick<FormState, "errors" | "failure" | "notice"> {
  return { ...outageNotice(body), ...(body.fields ? { errors: body.fields } : { failure }) };
}
