import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { type WaitlistFilter, waitlistFilterNames } from "../../contract/waitlist.ts";

export function readWaitlistFilter(query: URLSearchParams): WaitlistFilter {
  const filter: Record<string, string> = {};
  for (const name of waitlistFilterNames) {
    const value = query.get(name);
    if (value) filter[name] = value;
  }
  return filter;
}

/** Formats a filter as a query string without "?". */
export function formatWaitlistFilter(filter: WaitlistFilter): string {
  const query = new URLSearchParams();
  for (const name of waitlistFilterNames) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.toString();
}

export function waitlistPath(filter: WaitlistFilter): string {
  const path = `${deskPaths.applications}/waiting-list`;
  const query = formatWaitlistFilter(filter);
  return query === "" ? path : `${path}?${query}`;
}
