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
    /** The page that a browser gets when the route fails; by default the one at its address. */
    readonly failedPage?: string;
    /** What that page then says. */
    readonly failedNotice?: string;
  }
}

/** The part of the page server that failures need. */
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
 * The page that a browser is to get instead of JSON, because the server failed at a request
 * for it: a look at a page, or a form that a browser posted by itself.
 * @returns undefined when JSON is right
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

/** What the page says of the failure. */
export function failedNoticeOf(request: FastifyRequest): string {
  const own = request.routeOptions.config.failedNotice;
  if (own !== undefined) return own;
  const query = queryOf(request);
  const reference = query.get(sentQuery) ?? "";
  // Of what an address says only the shape of a reference counts: no words of others stand here.
  const path = pathOf(request);
  if (formPages.has(path) && isReference(reference)) return outageNotices.sent(reference);
  return openedByLink.has(path) && query.has(authQuery.token)
    ? outageNotices.link
    : outageNotices.page;
}

/** Pages that thank for what was sent, under the reference in their address. */
const formPages: ReadonlySet<string> = new Set(publicForms.map(({ path }) => path));
/** Pages that a mailed link opens. */
const openedByLink: ReadonlySet<string> = new Set([paths.resetPassword, paths.confirmEmail]);
