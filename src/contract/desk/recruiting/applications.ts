import { brand } from "../../../brand.ts";
import type { ApplicationStatus } from "../../application-status.ts";
import { defineEndpoint, type NoBody } from "../../endpoints/define-endpoint.ts";
import type { Track } from "../../endpoints/recruiting.ts";
import type { CaseEntry } from "../inbox.ts";
import type { ReplyDraft, SendingReply } from "../replies.ts";
import type { ShownConversion, ShownTouch } from "./origin.ts";

/** A status after the application was sent. */
export type SentStatus = Exclude<ApplicationStatus, "draft">;

/** The way from application to work, in its order: the rows of the board. */
export const stages = [
  "new",
  "screening",
  "interview",
  "background",
  "approved",
  "hired",
] as const satisfies readonly SentStatus[];

/** Where the way ends otherwise. */
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

/** Names of the statuses as staff read them. */
export const applicationStatusNames: Readonly<Record<SentStatus, string>> = {
  new: "New",
  screening: "Screening",
  interview: "Interview",
  background: "Background",
  approved: "Approved",
  hired: "Hired",
  waitlist: "Waitlist",
  "not-eligible": "Not eligible",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  duplicate: "Duplicate",
};

/** How long the board shows somebody who was hired, in days. */
export const hiredShownDays = 30;

/** What happens at each stage. */
export const stageNotes: Readonly<Record<(typeof stages)[number], string>> = {
  new: `We call within ${brand.applicationAnswerTime}`,
  screening: "Ten minutes by phone",
  interview: "By video, 30 minutes",
  background: "We pay for the check",
  approved: "First week to plan",
  hired: `In the last ${hiredShownDays} days`,
};

/** Names of the tracks as staff read them. */
export const trackLabels: Readonly<Record<Track, string>> = { care: "Care", pro: "Pro" };

/** Days that an application is at least old, for the filter. */
export const applicationAges = ["2", "7", "30"] as const;

/** Orders of the list, with their names. */
export const applicationSorts = { newest: "Newest first", oldest: "Oldest first" } as const;

export type ApplicationSort = keyof typeof applicationSorts;

/** Applications on one page of the list, and in one row of the board. */
export const applicationsPerPage = 50;
export const cardsPerStage = 24;

/** Limits of what staff type, in characters. */
export const applicationLimits = { search: 200 } as const;

/**
 * The filters, as the address bar and the query of `list`, `board` and `export` have them; a name
 * that is absent filters nothing. Without `status` the list shows the open stages.
 */
export interface ApplicationFilter {
  readonly track?: Track | undefined;
  readonly market?: string | undefined;
  readonly source?: string | undefined;
  /** Sent more than so many days ago. */
  readonly age?: (typeof applicationAges)[number] | undefined;
  readonly status?: SentStatus | "all" | undefined;
  /** Only people who were seen before. */
  readonly duplicates?: "yes" | undefined;
  /** Only people whose message waits for our answer. */
  readonly waiting?: "yes" | undefined;
  /** Name, email, phone or reference, also beginnings of words. */
  readonly q?: string | undefined;
  readonly sort?: ApplicationSort | undefined;
}

/** Names of `ApplicationFilter` in a query string. */
export const applicationFilterNames = [
  "track",
  "market",
  "source",
  "age",
  "status",
  "duplicates",
  "waiting",
  "q",
  "sort",
] as const satisfies readonly (keyof ApplicationFilter)[];

/** One application in the list or on the board. */
export interface ApplicationRow {
  /** Eight characters that name the application everywhere. */
  readonly reference: string;
  readonly name: string;
  readonly track: Track;
  readonly status: SentStatus;
  /** As typed; may be empty. */
  readonly city: string;
  /** The first digits of the ZIP code: see `marketName`. */
  readonly market: string;
  /** See `sourceName`. */
  readonly source: string;
  /** Whether the same person applied before, in either track. */
  readonly isRepeat: boolean;
  /** Whether a message of the person waits for our answer. */
  readonly isWaiting: boolean;
  /** ISO 8601. */
  readonly sentAt: string;
  /** When the status was set, ISO 8601. */
  readonly statusAt: string;
  /** Number of changes; a change names the version it is based on. */
  readonly version: number;
}

/** Response of `applicationEndpoints.list`. */
export interface ApplicationPage {
  readonly applications: readonly ApplicationRow[];
  /** Where the next page starts: send it as `after`; null on the last. */
  readonly next: string | null;
  /** Those that fit; if not exact, there are at least so many. */
  readonly count: number;
  readonly isCountExact: boolean;
}

/** One row of the board: the first cards, and the count up to `maxCount`. */
export interface BoardStage {
  readonly status: (typeof stages)[number];
  readonly count: number;
  readonly applications: readonly ApplicationRow[];
}

/** Response of `applicationEndpoints.counts`, each at most `maxCount`. */
export interface ApplicationCounts {
  readonly open: number;
  /** Choices of the filters. */
  readonly sources: readonly string[];
  readonly markets: readonly string[];
}

/** One question with its answer. */
export interface ShownAnswer {
  readonly name: string;
  readonly label: string;
  /** Lines of the answer; several for several choices. */
  readonly values: readonly string[];
  /** Times of a week: rows and columns, and which of them were chosen. */
  readonly grid?: {
    readonly rows: readonly string[];
    readonly columns: readonly string[];
    readonly chosen: readonly string[];
  };
}

/** A part of the form with its answers; questions without one are left out. */
export interface AnswerSection {
  readonly heading: string;
  readonly answers: readonly ShownAnswer[];
}

/** Another application of what seems to be the same person. */
export interface Match {
  readonly reference: string;
  readonly name: string;
  readonly track: Track;
  readonly status: SentStatus;
  readonly sentAt: string;
  readonly sameEmail: boolean;
  readonly samePhone: boolean;
  /** Whether the two were merged, and into which one; null if they were not. */
  readonly mergedInto: string | null;
}

/** A note for the team. */
interface ApplicationNote extends Pick<CaseEntry, "id" | "at" | "text" | "mentions"> {
  readonly staffId: string;
  /** The application that it was written on: a merged one shows on the one that stayed. */
  readonly reference: string;
}

/** One change, oldest first. */
interface ApplicationChange {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  /** Null: the person, the command line or the desk itself. */
  readonly staffId: string | null;
  /** As a sentence without its end: "Status: New to Screening". */
  readonly what: string;
}

/** An application with everything below it. */
export interface ApplicationDetail extends ApplicationRow {
  readonly firstName: string;
  readonly email: string;
  readonly phone: string;
  readonly sections: readonly AnswerSection[];
  readonly resume: { readonly name: string; readonly type: string; readonly bytes: number } | null;
  readonly firstTouch: ShownTouch;
  readonly lastTouch: ShownTouch;
  /** Whether the person's browser or answers said that no ad company may be told. */
  readonly isPrivate: boolean;
  readonly conversions: readonly ShownConversion[];
  /** The application that stayed, if this one was merged into it. */
  readonly mergedInto: string | null;
  readonly matches: readonly Match[];
  /** What was said after the application, oldest first: messages of the person, and our replies. */
  readonly entries: readonly CaseEntry[];
  /** The reader's unsent reply. */
  readonly draft: ReplyDraft | null;
  /** A reply that is about to be sent, also a colleague's. */
  readonly sending: SendingReply | null;
  readonly notes: readonly ApplicationNote[];
  readonly history: readonly ApplicationChange[];
}

/** An application and the version of it that somebody saw. */
interface SeenVersion {
  readonly reference: string;
  readonly version: number;
}

/** Applications. `id` is the application's reference. */
export const applicationEndpoints = {
  list: defineEndpoint<NoBody, ApplicationPage>("desk:applications GET /api/desk/applications"),
  board: defineEndpoint<NoBody, { readonly stages: readonly BoardStage[] }>(
    "desk:applications GET /api/desk/applications/board",
  ),
  counts: defineEndpoint<NoBody, ApplicationCounts>(
    "desk:applications GET /api/desk/applications/counts",
  ),
  read: defineEndpoint<NoBody, ApplicationDetail>(
    "desk:applications GET /api/desk/applications/records/:id",
  ),
  /** Rejected with "case-changed", saying who changed what, if the version is not the newest. */
  change: defineEndpoint<
    { readonly version: number; readonly status: SentStatus },
    ApplicationDetail
  >("desk:applications PATCH /api/desk/applications/records/:id"),
  addNote: defineEndpoint<
    { readonly text: string; readonly mentions: readonly string[] },
    ApplicationDetail
  >("desk:applications POST /api/desk/applications/records/:id/notes"),
  /** Says that the person's message needs no answer, since somebody called for instance. */
  noAnswer: defineEndpoint<NoBody, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/records/:id/no-answer",
  ),
  /** The file as a download, never shown in the browser. */
  resume: defineEndpoint<NoBody, string>(
    "desk:applications GET /api/desk/applications/records/:id/resume",
  ),
  /** Says that another application is somebody else's. */
  separate: defineEndpoint<{ readonly other: string }, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/records/:id/separate",
  ),
  /** Merges `other` into this one, which stays. */
  merge: defineEndpoint<
    { readonly version: number; readonly other: SeenVersion },
    ApplicationDetail
  >("desk:applications POST /api/desk/applications/records/:id/merge"),
  /** CSV or NDJSON of the filtered list: query as `list`, and `format` ("csv" or "ndjson"). */
  export: defineEndpoint<NoBody, string>(
    "desk-recent:applications GET /api/desk/applications/export",
  ),
} as const;
