import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { type RequestDetail, type RequestListName, requestLists } from "../contract/desk.ts";

/** Used in place of an id: a request to add, an import, and the directory of providers. */
export const newRequest = "new";
export const importPage = "import";
export const providersPage = "providers";

/** Filters of the list, as in the URL. */
export const filterNames = ["provider", "kind", "market", "day"] as const;

export function readShow(search: URLSearchParams): RequestListName {
  return requestLists.find((one) => one === search.get("show")) ?? requestLists[0];
}

const allNames = ["show", "week", "q", ...filterNames] as const;

/** Only what the list is filtered by; an empty value is no filter. */
export function readFilter(search: URLSearchParams): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of allNames) {
    const value = search.get(name);
    if (value) filter.set(name, value);
  }
  return filter;
}

/** @param filter as `readFilter` returns it */
export function requestPath(id: string | undefined, filter?: URLSearchParams): string {
  const query = filter?.toString() ? `?${filter}` : "";
  return `${deskPaths.requests}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${query}`;
}

/** What a request to add begins with; passed outside the URL. */
export interface RequestSeed {
  readonly customer: { readonly id: string; readonly name: string };
  /** The request to copy for a later date. */
  readonly copied?: RequestDetail;
}
