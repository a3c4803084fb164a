import { deskPaths } from "../../../contract/desk/paths.ts";
import {
  type PrivacyKind,
  type PrivacyList,
  privacyKinds,
  privacyLists,
} from "../../../contract/desk/privacy/cases.ts";

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

/** What the page that leads here knows of a request to enter; it travels outside the address. */
export interface RequestSeed {
  readonly kind: PrivacyKind;
  readonly name: string;
  readonly email: string;
}

/** The seed of a location's state; empty without one. */
export function readSeed(state: unknown): RequestSeed {
  const { kind, name, email } = (state ?? {}) as Partial<Record<keyof RequestSeed, unknown>>;
  const [firstKind] = privacyKinds;
  return {
    kind: privacyKinds.find((one) => one === kind) ?? firstKind,
    name: typeof name === "string" ? name : "",
    email: typeof email === "string" ? email : "",
  };
}
