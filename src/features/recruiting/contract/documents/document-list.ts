import type { Track } from "../recruiting-endpoints.ts";
import type { SentStatus } from "../stages.ts";
import { type DocumentKind, endingDays, type ShownDocument } from "./documents.ts";

/** What the list shows: those that end soon or ended, those to check, or all. */
export const documentFilters = {
  ending: `End within ${endingDays} days`,
  ended: "Ended",
  received: "To check",
  all: "All",
} as const;

export interface DocumentFilter {
  readonly show?: keyof typeof documentFilters | undefined;
  readonly kind?: DocumentKind | undefined;
  readonly track?: Track | undefined;
}

export const documentFilterNames = ["show", "kind", "track"] as const;

export interface DocumentRow extends ShownDocument {
  readonly reference: string;
  readonly person: string;
  readonly track: Track;
  readonly status: SentStatus;
}

export interface DocumentPage {
  /** By their end, those without one last. */
  readonly documents: readonly DocumentRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
}
