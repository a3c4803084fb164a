import type { RequestResponse } from "../../../contract/endpoints/endpoints.ts";
import { paths } from "../../../contract/paths.ts";

/** The year of the day in the reader's own time zone, or "" while there is no day. */
export function yearOf({ dateCompleted }: RequestResponse): string {
  return dateCompleted === null ? "" : String(new Date(dateCompleted * 1000).getFullYear());
}

/** Address of a request's own page. */
export function requestPath(id: string): string {
  return `${paths.request}?id=${encodeURIComponent(id)}`;
}
