import { brand } from "../../../brand.ts";
import { paths } from "../../../platform/contract/paths.ts";

/** What a person can let a helper do. Everything else is never a helper's. */
export const helpParts = ["requests", "asks", "messages"] as const;

export type HelpPart = (typeof helpParts)[number];

export type Parts = Readonly<Record<HelpPart, boolean>>;

/** Somebody whom the signed-in person helps. */
export interface Helped {
  readonly id: string;
  readonly firstName: string;
}

/** Each part as the person, their helper and staff read it. */
export const partWords: Readonly<
  Record<HelpPart, { readonly own: string; readonly about: string; readonly helper: string }>
> = {
  requests: {
    own: "See my requests and receipts",
    about: "What you asked for, when, who comes, what it cost",
    helper: "See requests and receipts",
  },
  asks: {
    own: "Ask for help for me",
    about: "Order, change and cancel requests. You get an email each time",
    helper: "Ask for help, change and cancel",
  },
  messages: {
    own: "Read and write messages for me",
    about: `Messages between you and ${brand.name}`,
    helper: "Read and write messages",
  },
};

/** Who a helper may be. */
export const relations = [
  "Daughter",
  "Son",
  "Wife",
  "Husband",
  "Partner",
  "Sister",
  "Brother",
  "Grandchild",
  "Friend",
  "Neighbor",
  "Nurse",
  "Caregiver",
] as const;

/** Who the helper is to the person; "" for anything else that was chosen. */
export function relationOf(chosen: string): string {
  return relations.find((one) => one === chosen) ?? "";
}

/** Days, characters, and helpers and invitations of one person. */
export const helpLimits = {
  invitationDays: 14,
  helpDays: 365,
  /** When the person is reminded that the help ends, and may renew it. */
  renewDays: 30,
  name: 60,
  email: 254,
  helpers: 10,
  message: 5000,
} as const;

/** Names in the query of a helper's pages. `for` names the help: a request without it is their own. */
export const helpQuery = {
  for: "for",
  request: "request",
  messages: "messages",
  message: "message",
  file: "file",
  invitation: "invitation",
  said: "said",
  /** The part that was needed elsewhere, "" if none is enough: the page says why not. */
  needed: "needed",
  /** On the person's own page: the helper whose acts are listed. */
  did: "did",
} as const;

/** Where a helper downloads a file of a message. */
export const helpingFilePath = `${paths.helping}/file`;

/** The helper's page for a person, with what it shows. */
export function helpingPath(id: string, shows: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries({ [helpQuery.for]: id, ...shows });
  const parts = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${paths.helping}?${parts.join("&")}`;
}

export const didPath = (id: string) => `${paths.helpers}?${helpQuery.did}=${id}#did`;

/** Why a helper may not do something. */
export type HelpRejection = "signed-out" | "not-yours" | "ended" | "off" | "never";

/** How a help or an invitation ended. */
export type HelpEnding =
  | "person"
  | "helper"
  | "declined"
  | "staff"
  | "expired"
  | "merged"
  | "deleted";
