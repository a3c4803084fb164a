import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { FormState } from "../../contract/form-engine/submission.ts";
import { ApiError } from "../api-error.ts";
import type { Config } from "../config/config.ts";
import { isNativePost } from "../http/body.ts";
import { logServerError, setRetryAfter, toApiError } from "../http/errors/error-handler.ts";
import { outageNotice } from "../http/errors/outages.ts";
import { requireOwnSite } from "../http/same-origin.ts";
import type { PageServer } from "./page-server.ts";

interface Redirect {
  readonly goTo: string;
}

/** Result of a native post: a redirect, or the same page in a new state. */
export type NativeResult =
  | Redirect
  | {
      readonly show: FormState;
      /** HTTP status, 200 by default. */
      readonly status?: number;
    };

/** A form that the browser posts itself, without our scripts. */
interface NativePost {
  /** Route that the form posts to; by default, the page's path. */
  readonly route?: string;
  /** Whether the body is a native form post; by default, checks the content type. */
  accepts?(request: FastifyRequest): boolean;
  run(request: FastifyRequest, reply: FastifyReply): Promise<NativeResult>;
  /** State of the page after a rejection, with the typed values and the errors, or a redirect. */
  stateAfter(
    rejection: ApiError,
    request: FastifyRequest,
    error: Error,
  ): FormState | Redirect | Promise<FormState | Redirect>;
  /** Also respond with the page if the body was not accepted or could not be read. */
  readonly showsUnread?: boolean;
}

interface NativePostContext {
  readonly config: Config;
  readonly pages: PageServer;
}

/**
 * Registers a page's native posts, which must come from our own pages. Responds with a page, never
 * with JSON.
 */
export function registerNativePost(
  app: FastifyInstance,
  page: string,
  { config, pages }: NativePostContext,
  post: NativePost,
  options: RouteShorthandOptions = {},
): void {
  const accepts = post.accepts ?? isNativePost;
  const goTo = (reply: FastifyReply, target: string): FastifyReply =>
    reply.header("cache-control", "no-store").redirect(target, 303);
  const reject = async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const rejection = noteRejection(error, request, reply);
    const after = await post.stateAfter(rejection, request, error);
    if ("goTo" in after) return goTo(reply, after.goTo);
    return pages.sendWithState(reply, page, rejection.statusCode, after);
  };
  const unread = post.showsUnread ? { errorHandler: reject } : {};
  app.post(post.route ?? page, { ...options, ...unread }, async (request, reply) => {
    if (!accepts(request)) throw new ApiError("unsupported-type");
    try {
      requireOwnSite(request, config);
      const result = await post.run(request, reply);
      if ("goTo" in result) return goTo(reply, result.goTo);
      return await pages.sendWithState(reply, page, result.status ?? 200, result.show);
    } catch (error) {
      return reject(error as Error, request, reply);
    }
  });
}

/** Converts an error of a form post; logs server errors and sets Retry-After. */
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

/**
 * The errors of a rejected form for its page's state: at its fields, or the form's failure message.
 */
export function errorsOf(
  { body }: ApiError,
  failure: string,
): Pick<FormState, "errors" | "failure" | "notice"> {
  return { ...outageNotice(body), ...(body.fields ? { errors: body.fields } : { failure }) };
}
