import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/format-request.ts";
import type { RequestResponse } from "../../../contract/profile.ts";
import { yearOf } from "../requests.ts";

/** Filter of the request list; "" means all. */
export interface RequestFilter {
  readonly search: string;
  readonly status: string;
  readonly year: string;
}

const names = ["search", "status", "year"] as const;

export function readFilter(read: (name: string) => unknown): RequestFilter {
  const [search = "", status = "", year = ""] = names.map((name) => String(read(name) ?? ""));
  return { search, status, year };
}

/** The filter as a query string with "?", or "" if nothing is filtered. */
export function toQuery(filter: RequestFilter): string {
  const chosen = names.filter((name) => filter[name].trim() !== "");
  const query = new URLSearchParams(chosen.map((name) => [name, filter[name]]));
  return chosen.length > 0 ? `?${query}` : "";
}

/** Normalized text for search: lower case, no accents. */
function normalize(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Matching requests; every word of the search must occur in the text of the row. */
export function filterRequests(
  requests: readonly RequestResponse[],
  { search, status, year }: RequestFilter,
): readonly RequestResponse[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    if (status && formatStatus(request) !== status) return false;
    if (year && yearOf(request) !== year) return false;
    const shown = [
      request.requestTitle,
      request.assignedTo,
      formatCompletionDate(request),
      formatRequestPrice(request),
    ];
    const text = normalize(shown.join(" "));
    return words.every((word) => text.includes(word));
  });
}

export function yearsOf(requests: readonly RequestResponse[]): string[] {
  const years = new Set(requests.map(yearOf).filter(Boolean));
  return [...years].sort((one, other) => Number(other) - Number(one));
}
