import { deskPaths } from "../../../contract/desk/paths.ts";
import { type PrivacyList, privacyLists } from "../../../contract/desk/privacy/cases.ts";

/** In the place of a reference: a request that is entered by hand. */
export const newRequest = "new";

/** The list that an address asks for. */
export function readShow(search: URLSearchParams): PrivacyList {
  return privacyLists.find((one) => one === search.get("show")) ?? "open";
}

/** The address of a request, or of the list alone. */
export function requestPath(reference: string | undefined, show: PrivacyList): string {
  const query = show === "open" ? "" : `?${new URLSearchParams({ show })}`;
  return `${deskPaths.privacy}${reference === undefined ? "" : `/${reference}`}${query}`;
}
