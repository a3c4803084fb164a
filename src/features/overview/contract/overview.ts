import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { queryNumber } from "../../../platform/contract/schemas.ts";

/** Ranges of the overview, in days up to today. */
export const overviewRanges = [7, 30, 90, 365] as const;

export type OverviewRange = (typeof overviewRanges)[number];

export type PeriodUnit = "day" | "week" | "month";

/** What the periods of a range are. */
export function unitOf(range: OverviewRange): PeriodUnit {
  if (range <= 30) return "day";
  return range <= 90 ? "week" : "month";
}

/** What the periods of `shares` are. In 30 days, one day has too few messages for a share. */
export function shareUnitOf(range: OverviewRange): PeriodUnit {
  return range === 30 ? "week" : unitOf(range);
}

export interface OverviewPeriod {
  /** First and last day, YYYY-MM-DD, in the company's time zone. */
  readonly from: string;
  readonly to: string;
  /** Messages received, without spam. */
  readonly messages: number;
  /** Subscribers who joined (gross), and who left; net is the difference. */
  readonly newSubscribers: number;
  readonly leftSubscribers: number;
}

/**
 * First answers: how many, and how long they took. Late are those that were given after the due time
 * (`answered` without `inTime`), and those that are still owed (`overdue`).
 */
export interface AnswerNumbers {
  readonly answered: number;
  readonly inTime: number;
  /** Open now and overdue now, whatever the range: as many as the list of overdue messages has. */
  readonly overdue: number;
  /** Closed as done without an answer; counted neither as answered nor as late. */
  readonly closedWithoutReply: number;
  /** Working minutes; null without a response. */
  readonly medianMinutes: number | null;
  /** 90th percentile (p90), in working minutes. */
  readonly slowMinutes: number | null;
}

/** A message whose answer is late. */
export interface LateMessage {
  readonly reference: string;
  readonly form: string;
  readonly name: string;
  /** ISO 8601. */
  readonly dueAt: string;
  /** Null: unassigned. */
  readonly staffId: string | null;
}

/** First answers to the messages that came in during some days. */
export interface AnswerShare {
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** Answered, or overdue now. */
  readonly due: number;
  readonly inTime: number;
}

/** The first days of the groups of `ages`: the last one has no end. */
export const ageGroups = [0, 1, 2, 3, 4, 8] as const;

export interface OverviewResponse {
  /** When it was counted, ISO 8601. */
  readonly asOf: string;
  readonly range: OverviewRange;
  /** Oldest first. */
  readonly periods: readonly OverviewPeriod[];
  readonly messages: number;
  readonly messagesToday: number;
  readonly subscribers: { readonly total: number; readonly added: number; readonly left: number };
  /** Open cases, at most `maxCount`. */
  readonly open: number;
  /** The case that has waited longest for a response; null if none is waiting. */
  readonly oldest: {
    readonly reference: string;
    readonly form: string;
    readonly name: string;
    /** ISO 8601. */
    readonly since: string;
    /** Days of the calendar since then; 0: since today. */
    readonly days: number;
    /** Time waited within working hours, in minutes. */
    readonly minutes: number;
  } | null;
  readonly answers: AnswerNumbers & {
    /** Of the slowest first answer, in working minutes. */
    readonly slowestMinutes: number | null;
    /** Waiting for a first or another answer that is not due yet. */
    readonly notDue: number;
  };
  /** By the time their messages came in: days, weeks or months. */
  readonly shares: readonly AnswerShare[];
  /** The latest of the overdue messages, at most three. */
  readonly late: readonly LateMessage[];
  /** Open cases by the days of the calendar since they came in, in the groups of `ageGroups`. */
  readonly ages: readonly number[];
  /** Open cases by assignee, most first; null: unassigned. */
  readonly openBy: readonly {
    readonly staffId: string | null;
    readonly count: number;
    readonly overdue: number;
  }[];
  readonly forms: readonly (AnswerNumbers & {
    readonly form: string;
    readonly messages: number;
    readonly open: number;
  })[];
}

/** In days; 30 unless the query has one of them. */
const range = queryNumber(overviewRanges).catch(30);

/** The overview. */
export const overviewEndpoints = {
  read: defineEndpoint("desk:inbox-read GET /api/desk/overview", {
    query: z.object({ range }),
    response: z.custom<OverviewResponse>(),
  }),
  export: defineEndpoint("desk-recent:inbox-work GET /api/desk/overview/export", {
    query: z.object({ range, table: z.enum(["periods", "forms"]).catch("periods") }),
    response: z.string(),
  }),
} as const;
