import type { FastifyReply, FastifyRequest } from "fastify";
import { authQuery } from "../../../../contract/auth.ts";
import { outageNotices } from "../../../../contract/errors/outage-errors.ts";
import { publicForms } from "../../../../contract/forms/public-forms.ts";
import { isReference, sentQuery } from "../../../../contract/forms/submission.ts";
import { paths } from "../../../../contract/paths.ts";
import type { ApiError } from "../../api-error.ts";
import { isNativePost } from "../body.ts";
import { pathOf } from "../log.ts";
import { queryOf } from "../routes/read-query.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The page to show if the route fails; by default the one at its path. */
    readonly failedPage?: string;
    /** The notice on that page. */
    readonly failedNotice?: string;
  }
}

/** The part of the page server that the error handler needs. */
export interface FailedPages {
  has(address: string): boolean;
  hasPage(address: string): boolean;
  sendFailed(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    status: number,
    notice: string,
  ): Promise<FastifyReply>;
}

/**
 * The page to send instead of JSON if a request for a page or a native post failed on the server.
 * @returns undefined to send JSON
 */
export function failedPageOf(
  request: FastifyRequest,
  { statusCode }: ApiError,
  pages: FailedPages,
): string | undefined {
  const { method, routeOptions } = request;
  const wantsPage = method === "GET" || method === "HEAD" || isNativePost(request);
  if (statusCode < 500 || !wantsPage) return undefined;
  const page = routeOptions.config.failedPage ?? pathOf(request);
  return pages.hasPage(page) ? page : undefined;
}

/** The notice about the failure. */
export function failedNoticeOf(request: FastifyRequest): string {
  const own = request.routeOptions.config.failedNotice;
  if (own !== undefined) return own;
  const query = queryOf(request);
  const reference = query.get(sentQuery) ?? "";
  // Only a valid reference from the query is shown, so that links cannot inject text into the page.
  const path = pathOf(request);
  if (formPages.has(path) && isReference(reference)) return outageNotices.sent(reference);
  return openedByLink.has(path) && query.has(authQuery.token)
    ? outageNotices.link
    : outageNotices.page;
}

/** Pages of forms, which show the reference from the query. */
const formPages: ReadonlySet<string> = new Set(publicForms.map(({ path }) => path));
/** Pages of emailed links. */
const openedByLink: ReadonlySet<string> = new Set([paths.resetPassword, paths.confirmEmail]);
