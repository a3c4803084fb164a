import { paths } from "../../../../platform/contract/paths.ts";
import type { RequestResponse } from "../../contract/profile.ts";

/** Year of completion in the reader's time zone, or "" if the request is not completed. */
export function yearOf({ dateCompleted }: RequestResponse): string {
  return dateCompleted === null ? "" : String(new Date(dateCompleted * 1000).getFullYear());
}

export function requestPath(id: string): string {
  return `${paths.request}?id=${encodeURIComponent(id)}`;
}

/** Id of the part of a request's page that says how to change or cancel it. */
export const changeAnchor = "change";

/** Id of the list of requests on the profile page. */
export const requestsAnchor = "requests";

interface OpenedRequest {
  readonly href: string;
  readonly list: string;
}

let opened: OpenedRequest | undefined;
let isReturning = false;

export function rememberOpened(href: string): void {
  opened = { href, list: location.pathname + location.search };
}

export function listPath(): string {
  return opened?.list ?? `${paths.profile}#${requestsAnchor}`;
}

export function returnToList(): void {
  isReturning = true;
}

/**
 * Path of the request to focus in the list, once.
 * @param isBack whether the browser's Back led to the list
 */
export function takeOpened(isBack: boolean): string | undefined {
  const href = isBack || isReturning ? opened?.href : undefined;
  opened = undefined;
  isReturning = false;
  return href;
}
