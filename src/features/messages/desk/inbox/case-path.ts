import { deskPaths } from "../../../../platform/contract/desk/paths.ts";

/** URL of a case, or of the list alone. @param query the list's filter as a query string */
export function casePath(reference: string | undefined, query: string): string {
  const path = reference === undefined ? deskPaths.inbox : `${deskPaths.inbox}/${reference}`;
  return query === "" ? path : `${path}?${query}`;
}
