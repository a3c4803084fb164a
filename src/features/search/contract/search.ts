import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { storableText } from "../../../platform/contract/schemas.ts";

/** What one search looks through, in the order of the results. */
export const searchKinds = [
  "customers",
  "requests",
  "messages",
  "applicants",
  "subscribers",
  "privacy",
] as const;

export type SearchKind = (typeof searchKinds)[number];

/** Shorter texts find nothing: they start too many words. */
export const minSearch = 2;

/** Characters of a search. */
export const maxSearch = 200;

/** Hits of each kind in the field of the header, and on the page. */
export const hitsPerKind = { field: 4, page: 20 } as const;

/** A state beside a hit. */
export type HitState =
  | "locked"
  | "in-progress"
  | "completed"
  | "new"
  | "open"
  | "waiting"
  | "done"
  | "spam"
  | "subscribed"
  | "left";

/** One record that has the words. */
export interface SearchHit {
  /** Unique within its kind. */
  readonly id: string;
  /** Its page at the desk. */
  readonly path: string;
  readonly title: string;
  /** Form of a message, track of an applicant; may be "". */
  readonly label: string;
  /** Phone, place, first words; may be "". */
  readonly text: string;
  readonly state: HitState | null;
  /** Of the state; "" without one. */
  readonly stateName: string;
  /** Whether what was typed is its whole reference, email, phone number or support ID. */
  readonly isExact: boolean;
}

/** The hits of one kind. */
export interface SearchGroup {
  readonly kind: SearchKind;
  readonly hits: readonly SearchHit[];
  /** A lower bound if not exact. */
  readonly count: number;
  readonly isCountExact: boolean;
}

/** Response of `searchEndpoints.search`. */
export interface SearchResponse {
  /** Kinds that the reader's roles include. */
  readonly searched: readonly SearchKind[];
  /** With hits, those with an exact one first. */
  readonly groups: readonly SearchGroup[];
  /** Nothing has these words: names that differ by a letter are listed. */
  readonly isSimilar: boolean;
}

/** One search over everything that the reader's roles include. */
export const searchEndpoints = {
  /** With `all`, whatever its value, the page's number of hits. */
  search: defineEndpoint("desk-session GET /api/desk/search", {
    query: z.object({
      q: z.string().trim().pipe(storableText(maxSearch)).default(""),
      all: z.string().optional(),
    }),
    response: z.custom<SearchResponse>(),
  }),
} as const;
