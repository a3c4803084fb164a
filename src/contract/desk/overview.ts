import { defineEndpoint, type NoBody } from "../endpoints/define-endpoint.ts";

/** Ranges of the overview, in days up to today. */
export const overviewRanges = [7, 30, 90, 365] as const;

export type OverviewRange = (typeof overviewRanges)[number];

/** Numbers of a day, of a week, or of a month: whichever the range is told in. */
export interface OverviewPeriod {
  /** First and last day, YYYY-MM-DD, in the company's time zone. */
  readonly from: string;
  readonly to: string;
  /** Messages that came in, without spam. */
  readonly messages: number;
  readonly newReaders: number;
}

/** First answers: their number, and how long they took. */
export interface AnswerNumbers {
  readonly answered: number;
  readonly inTime: number;
  /** Working minutes; null without an answer. */
  readonly medianMinutes: number | null;
  /** Nine of ten answers took at most so many working minutes. */
  readonly slowMinutes: number | null;
}

/** Response of `overviewEndpoints.read`. */
export interface OverviewResponse {
  /** When it was counted, ISO 8601. */
  readonly asOf: string;
  readonly range: OverviewRange;
  /** Oldest first. */
  readonly periods: readonly OverviewPeriod[];
  readonly messages: number;
  readonly messagesToday: number;
  readonly readers: { readonly total: number; readonly added: number };
  /** Open cases and overdue ones, at most `maxCount`. */
  readonly open: number;
  readonly overdue: number;
  /** The case that has waited longest for us; null if none waits. */
  readonly oldest: {
    readonly reference: string;
    readonly form: string;
    readonly name: string;
    /** ISO 8601. */
    readonly since: string;
    /** Working hours that it has waited, in minutes. */
    readonly minutes: number;
  } | null;
  readonly answers: AnswerNumbers;
  /** Open cases by colleague, most first; null: nobody. */
  readonly openBy: readonly { readonly staffId: string | null; readonly count: number }[];
  /** In the order of the filters. */
  readonly forms: readonly (AnswerNumbers & {
    readonly form: string;
    readonly messages: number;
    readonly open: number;
  })[];
}

/** The overview. Query of both: `range`, a number of days; `table` "periods" or "forms" for the export. */
export const overviewEndpoints = {
  read: defineEndpoint<NoBody, OverviewResponse>("desk:inbox-read GET /api/desk/overview"),
  export: defineEndpoint<NoBody, string>("desk-recent:inbox-read GET /api/desk/overview/export"),
} as const;
