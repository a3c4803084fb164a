import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import {
  type PrivacyKind,
  type PrivacyList,
  privacyKinds,
  privacyLists,
} from "../contract/cases.ts";

/** Used in place of a reference for a request that is entered by hand. */
export const newPrivacyRequest = "new";

export function readShow(search: URLSearchParams): PrivacyList {
  return privacyLists.find((one) => one === search.get("show")) ?? "open";
}

export function requestPath(reference: string | undefined, show: PrivacyList): string {
  const query = show === "open" ? "" : `?${new URLSearchParams({ show })}`;
  return `${deskPaths.privacy}${reference === undefined ? "" : `/${reference}`}${query}`;
}

/** Initial values of a request to enter, from the linking page; passed outside the URL. */
export interface PrivacyRequestSeed {
  readonly kind: PrivacyKind;
  readonly name: string;
  readonly email: string;
}

/** The seed of a location's state; empty without one. */
export function readSeed(state: unknown): PrivacyRequestSeed {
  const { kind, name, email } = (state ?? {}) as Partial<Record<keyof PrivacyRequestSeed, unknown>>;
  const [firstKind] = privacyKinds;
  return {
    kind: privacyKinds.find((one) => one === kind) ?? firstKind,
    name: typeof name === "string" ? name : "",
    email: typeof email === "string" ? email : "",
  };
}
