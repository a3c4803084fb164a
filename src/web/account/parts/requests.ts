import type { RequestResponse } from "../../../contract/endpoints/profile.ts";
import { paths } from "../../../contract/paths.ts";

/** Year of completion in the reader's time zone, or "" if the request is not completed. */
export function yearOf({ dateCompleted }: RequestResponse): string {
  return dateCompleted === null ? "" : String(new Date(dateCompleted * 1000).getFullYear());
}

/** Path of a request's page. */
export function requestPath(id: string): string {
  return `${paths.request}?id=${encodeURIComponent(id)}`;
}

/** Id of the part of a request's page that says how to change or cancel it. */
export const changeAnchor = "change";

/** Id of the list of requests on the profile page. */
export const requestsAnchor = "requests";
