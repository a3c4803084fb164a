import type { ApplicationStatus } from "./application-status.ts";

export type SentStatus = Exclude<ApplicationStatus, "draft">;

/** Stages from application to hire, in order: the rows of the board. */
export const stages = [
  "new",
  "screening",
  "interview",
  "background",
  "approved",
  "hired",
] as const satisfies readonly SentStatus[];

export const otherEnds = [
  "waitlist",
  "not-eligible",
  "rejected",
  "withdrawn",
  "duplicate",
] as const satisfies readonly SentStatus[];

/** Every status that the desk shows, in the order of its filters. */
export const sentStatuses: readonly SentStatus[] = [...stages, ...otherEnds];

/** Statuses that staff still have to work on. */
export const openStages: readonly SentStatus[] = stages.filter((stage) => stage !== "hired");

/** Business days within which every applicant hears from us, or is on a list of the desk. */
export const applicantContactDays = 5;

/** Days of applications of which `FirstWord` counts the first word. */
export const firstWordDays = 30;

/**
 * How soon staff wrote to applicants or moved them on, in working time. One who still waits counts as
 * late once `applicantContactDays` are over, and is left out before.
 */
export interface FirstWord {
  readonly sent: number;
  /** Got a word, or are late. */
  readonly due: number;
  readonly inTime: number;
  /** Working minutes until the first word, of those who got one; null without any. */
  readonly medianMinutes: number | null;
  /** Open applicants without a word for `applicantContactDays`, of any age; at most `maxCount`. */
  readonly lateNow: number;
}

/** A stage as the applicant sees it. */
export interface ApplicantStep {
  readonly label: string;
  readonly says: string;
  readonly state: "done" | "now" | "later" | "skipped";
  /** The day when it was done, in words; "" for one that is not. */
  readonly day: string;
}

/** Where an application stands, for the page of the applicant's personal link. */
export interface ApplicantProgress {
  /** In order; empty for one that is over without a decision. */
  readonly steps: readonly ApplicantStep[];
  /** What happens next, and by when; "" if nothing does. */
  readonly next: string;
  /** Set if it is over: a kind and final sentence, and what follows from it. */
  readonly end: { readonly heading: string; readonly lines: readonly string[] } | null;
}
