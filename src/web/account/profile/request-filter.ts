import type { RequestResponse } from "../../../contract/endpoints/endpoints.ts";
import { dateWords, priceWords, statusWords } from "../../../contract/endpoints/request-words.ts";
import { yearOf } from "../parts/requests.ts";

/** Which requests a reader wants to see; "" stands for all. */
export interface RequestFilter {
  readonly search: string;
  readonly status: string;
  readonly year: string;
}

/** Names of the query, also of the controls. */
const names = ["search", "status", "year"] as const;

/** Reads a filter from a query or from the controls. */
export function readFilter(read: (name: string) => unknown): RequestFilter {
  const [search = "", status = "", year = ""] = names.map((name) => String(read(name) ?? ""));
  return { search, status, year };
}

/** The filter as a query with its question mark; "" when it lets everything through. */
export function toQuery(filter: RequestFilter): string {
  const chosen = names.filter((name) => filter[name].trim() !== "");
  const query = new URLSearchParams(chosen.map((name) => [name, filter[name]]));
  return chosen.length > 0 ? `?${query}` : "";
}

/** Text as people search for it: without capitals and accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The requests that fit; every word of the search must be found in what the row says. */
export function filterRequests(
  requests: readonly RequestResponse[],
  { search, status, year }: RequestFilter,
): readonly RequestResponse[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    if (status && statusWords(request) !== status) return false;
    if (year && yearOf(request) !== year) return false;
    const shown = [
      request.requestTitle,
      request.assignedTo,
      dateWords(request),
      priceWords(request),
    ];
    const text = plain(shown.join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** The years in which there are requests, latest first. */
export function yearsOf(requests: readonly RequestResponse[]): string[] {
  const years = new Set(requests.map(yearOf).filter(Boolean));
  return [...years].sort((one, other) => Number(other) - Number(one));
}
