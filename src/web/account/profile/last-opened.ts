import { paths } from "../../../contract/paths.ts";
import { requestsAnchor } from "../parts/requests.ts";

/** A request that was opened from the list in this document. */
interface OpenedRequest {
  /** Path of its page. */
  readonly href: string;
  /** Path of the list, with its filter. */
  readonly list: string;
}

let opened: OpenedRequest | undefined;
let isReturning = false;

/** Remembers the request that is opened from the list, and the filter of the list. */
export function rememberOpened(href: string): void {
  opened = { href, list: location.pathname + location.search };
}

/** The list as it was left, or its beginning. */
export function listPath(): string {
  return opened?.list ?? `${paths.profile}#${requestsAnchor}`;
}

/** The next list that is shown moves the focus to the request that was opened. */
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
