import type { FastifyReply, FastifyRequest } from "fastify";
import { deskApiPath } from "../../../contract/define-endpoint.ts";
import { outageNotices } from "../../../contract/errors/outage-errors.ts";
import { rejectionNotice } from "../../../contract/errors/rejection-notices.ts";
import { paths } from "../../../contract/paths.ts";
import type { ApiError } from "../../api-error.ts";
import { isNativePost } from "../body.ts";
import { pathOf } from "../log.ts";
import { queryOf } from "../read-query.ts";
import { isForPrograms } from "./problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The page to show if the route fails; by default the one at its path. */
    readonly failedPage?: string;
    readonly failedNotice?: string;
  }
}

export interface FailedPages {
  /** The path that the page for unknown paths was built for. */
  readonly notFoundPage: string;
  has(address: string): boolean;
  hasPage(address: string): boolean;
  /** The notice of a page whose state cannot be read; undefined for the general one. */
  findOutageNotice(address: string, query: URLSearchParams): string | undefined;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  sendFailed(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    status: number,
    notice: string,
  ): Promise<FastifyReply>;
}

/** The page to send instead of JSON. */
interface FailedPage {
  readonly page: string;
  readonly notice: string;
}

/**
 * The page to send if a browser opened the address itself or posted a form without scripts: the
 * page at the address with a notice, the log-in, or the page for what has no page. Undefined to send
 * JSON, such as to a program with a token, whatever it accepts.
 */
export function failedPageOf(
  request: FastifyRequest,
  rejection: ApiError,
  pages: FailedPages,
): FailedPage | undefined {
  const { method, routeOptions, headers } = request;
  if (headers.authorization !== undefined && isForPrograms(request)) return undefined;
  const { statusCode, body } = rejection;
  const isServerError = statusCode >= 500;
  const isRead = method === "GET" || method === "HEAD";
  const own = routeOptions.config?.failedPage ?? pathOf(request);
  const page = pages.hasPage(own) ? own : undefined;
  // Pages and native forms get a page even from clients that do not say what they accept.
  if (page && isServerError && (isRead || isNativePost(request))) {
    return { page, notice: failedNoticeOf(request, pages) };
  }
  if (!isNavigation(request)) return undefined;
  if (page) return { page, notice: rejectionNotice(body) };
  const isPortal = body.code === "not-signed-in" && !request.url.startsWith(deskApiPath);
  return { page: isPortal ? paths.login : pages.notFoundPage, notice: rejectionNotice(body) };
}

/** Whether a browser will show the response as a page, rather than hand it to a script. */
export function isNavigation({ headers, method }: FastifyRequest): boolean {
  const mode = headers["sec-fetch-mode"];
  if (mode !== undefined && mode !== "navigate") return false;
  const isPageMethod = method === "GET" || method === "HEAD" || method === "POST";
  return isPageMethod && (headers.accept ?? "").includes("text/html");
}

function failedNoticeOf(request: FastifyRequest, pages: FailedPages): string {
  return (
    request.routeOptions.config.failedNotice ??
    pages.findOutageNotice(pathOf(request), queryOf(request)) ??
    outageNotices.page
  );
}
