import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { type SubscriberFilter, subscriberFilterNames } from "../contract/newsletter-desk.ts";

/** Query names that are not filters: range of the chart, position in the list. */
const others = ["days", "after", "start"] as const;

/** The filter in a URL; names without a value are omitted. */
export function readFilter(query: URLSearchParams): SubscriberFilter {
  return pick(query, subscriberFilterNames);
}

/** Query of the list's request: the filter and the cursor of the page. */
export function listQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams(pick(query, [...subscriberFilterNames, "after"]));
}

/**
 * URL of the page. A changed filter starts at the first page again.
 * @param id of the open email address
 */
export function newsletterPath(
  query: URLSearchParams,
  changes: Readonly<Record<string, string>> = {},
  id?: string,
): string {
  const next = new URLSearchParams(pick(query, [...subscriberFilterNames, ...others]));
  if (subscriberFilterNames.some((name) => name in changes)) {
    next.delete("after");
    next.delete("start");
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  const path = id === undefined ? deskPaths.newsletter : `${deskPaths.newsletter}/${id}`;
  return next.size === 0 ? path : `${path}?${next}`;
}

function pick(query: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
