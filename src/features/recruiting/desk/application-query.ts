import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import { type ApplicationFilter, applicationFilterNames } from "../contract/applications.ts";

export type View = "board" | "list";

/** Query name of the view; the board, the default, has none. */
const viewName = "as";

export interface Address {
  readonly view: View;
  readonly filter: ApplicationFilter;
}

/** Parses the URL; filters that only the list can show select the list. */
export function readAddress(query: URLSearchParams): Address {
  const filter: Record<string, string> = {};
  for (const name of applicationFilterNames) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  const needsList = filter.q !== undefined || filter.status !== undefined;
  return { view: needsList || query.get(viewName) === "list" ? "list" : "board", filter };
}

/** Formats a filter as a query string without "?", always in the same order. */
export function formatFilter(filter: ApplicationFilter): string {
  const query = new URLSearchParams();
  for (const name of applicationFilterNames) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.toString();
}

export function applicationPath(reference: string | undefined, { view, filter }: Address): string {
  const { applications } = deskPaths;
  const path = reference === undefined ? applications : `${applications}/${reference}`;
  const query = [view === "list" ? `${viewName}=list` : "", formatFilter(filter)];
  const text = query.filter(Boolean).join("&");
  return text === "" ? path : `${path}?${text}`;
}

/** The word after a count: "14 open", "3 found". */
export function countWord({ q, status }: ApplicationFilter): string {
  if (q) return "found";
  return status === undefined ? "open" : "in the list";
}

/** How many filters narrow what is shown; sort order and search do not count. */
export function countFilters(filter: ApplicationFilter): number {
  return applicationFilterNames.filter((name) => name !== "sort" && name !== "q" && filter[name])
    .length;
}

export function recordPath(reference: string): string {
  return `${deskPaths.applications}/${reference}`;
}

/** URL of two applications side by side; without `other`, of the page that chooses it. */
export function comparePath(reference: string, other?: string): string {
  const path = `${recordPath(reference)}/compare`;
  return other === undefined ? path : `${path}?with=${other}`;
}
