import { z } from "zod";
import { brand } from "../../../brand.ts";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { HistoryLine } from "../../../platform/contract/desk/history.ts";
import type { FoundElsewhere, SearchFacts } from "../../../platform/contract/desk/search.ts";
import type { Undoable, Undone } from "../../../platform/contract/desk/undo.ts";
import {
  cursor,
  exportFormat,
  queryChoice,
  queryText,
  recordId,
  undoToken,
  version,
} from "../../../platform/contract/schemas.ts";
import type { CaseEntry } from "../../messages/contract/entries.ts";
import { note } from "../../messages/contract/inbox-endpoints.ts";
import type { LeftDraft, ReplyDraft, SendingReply } from "../../messages/contract/replies.ts";
import type { DeskDocument } from "./documents/documents.ts";
import type { ReportLetters } from "./documents/report-letters.ts";
import type { ShownConversion, ShownTouch } from "./origin.ts";
import { type Track, trackNames } from "./recruiting-endpoints.ts";
import { type FirstWord, otherEnds, type SentStatus, sentStatuses, type stages } from "./stages.ts";

/** Statuses that a search counts, as filters of the list. */
export const applicationPlaces = ["open", "hired", ...otherEnds] as const;

export type ApplicationPlace = (typeof applicationPlaces)[number];

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

export const stageNotes: Readonly<Record<(typeof stages)[number], string>> = {
  new: `We call within ${brand.applicationAnswerTime}`,
  screening: "Ten minutes by phone",
  interview: "By video, 30 minutes",
  background: "We pay for the check",
  approved: "First week to plan",
  hired: `In the last ${hiredShownDays} days`,
};

export const trackLabels: Readonly<Record<Track, string>> = { care: "Care", pro: "Pro" };

/** Minimum ages of an application in days, for the filter. */
export const applicationAges = ["2", "7", "30"] as const;

export const applicationSorts = { newest: "Newest first", oldest: "Oldest first" } as const;

export type ApplicationSort = keyof typeof applicationSorts;

/** Applications on one page of the list, and in one row of the board. */
export const applicationsPerPage = 50;
export const cardsPerStage = 24;

export const applicationLimits = { search: 200 } as const;

/**
 * The filters, as in the URL and in the query of `list`, `board` and `export`; absent names filter
 * nothing. Without `status` the list shows the open stages.
 */
export interface ApplicationFilter {
  readonly track?: Track | undefined;
  readonly market?: string | undefined;
  readonly source?: string | undefined;
  readonly age?: (typeof applicationAges)[number] | undefined;
  readonly status?: SentStatus | "all" | undefined;
  /** Only people who applied before. */
  readonly duplicates?: "yes" | undefined;
  /** Only people whose message waits for our answer. */
  readonly waiting?: "yes" | undefined;
  /** Only people to whom we owe a word: see `applicantContactDays`. */
  readonly contact?: "late" | undefined;
  /** Search words in name, email, phone or reference; prefixes match. */
  readonly q?: string | undefined;
  readonly sort?: ApplicationSort | undefined;
}

export const applicationFilterNames = [
  "track",
  "market",
  "source",
  "age",
  "status",
  "duplicates",
  "waiting",
  "contact",
  "q",
  "sort",
] as const satisfies readonly (keyof ApplicationFilter)[];

export interface ApplicationRow {
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
  readonly isRepeat: boolean;
  /** Whether a message of the person waits for our answer. */
  readonly isWaiting: boolean;
  /** ISO 8601. */
  readonly sentAt: string;
  /** When the status was set, ISO 8601. */
  readonly statusAt: string;
  /** Number of changes so far; each change names the version it is based on. */
  readonly version: number;
}

export interface ApplicationPage {
  readonly applications: readonly ApplicationRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  /** Matching applications; a lower bound if not exact. */
  readonly count: number;
  readonly isCountExact: boolean;
  readonly search?: SearchFacts<ApplicationPlace> | undefined;
  /** Where else the words are found, if no application matches. */
  readonly elsewhere?: FoundElsewhere | undefined;
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
  readonly sources: readonly string[];
  readonly markets: readonly string[];
}

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

interface ApplicationNote extends Pick<CaseEntry, "id" | "at" | "text" | "mentions"> {
  readonly staffId: string;
  /** The application it was written on; notes of a merged one appear on the one that was kept. */
  readonly reference: string;
}

export interface ApplicationDetail extends ApplicationRow {
  readonly firstName: string;
  readonly email: string;
  readonly phone: string;
  readonly sections: readonly AnswerSection[];
  readonly resume: { readonly name: string; readonly type: string; readonly bytes: number } | null;
  /** The oldest first. */
  readonly documents: readonly DeskDocument[];
  readonly report: ReportLetters;
  readonly firstTouch: ShownTouch;
  readonly lastTouch: ShownTouch;
  /** Whether the person's browser or answers opted out of reporting to ad companies. */
  readonly isPrivate: boolean;
  readonly conversions: readonly ShownConversion[];
  /** The application that was kept, if this one was merged into it. */
  readonly mergedInto: string | null;
  readonly matches: readonly Match[];
  /** Conversation after the application, oldest first: the person's messages and our replies. */
  readonly entries: readonly CaseEntry[];
  readonly draft: ReplyDraft | null;
  /** Unsent replies of colleagues who can no longer send them. */
  readonly leftDrafts: readonly LeftDraft[];
  /** A reply that is about to be sent, by any staff member. */
  readonly sending: SendingReply | null;
  readonly notes: readonly ApplicationNote[];
  /** Oldest first. */
  readonly history: readonly HistoryLine[];
}

/** Name of applications in the live channel. */
export const applicationsTopic = "applications";

const filter = z.object({
  track: queryChoice(trackNames),
  market: queryText(applicationLimits.search),
  source: queryText(applicationLimits.search),
  age: queryChoice(applicationAges),
  status: queryChoice([...sentStatuses, "all"]),
  duplicates: queryChoice(["yes"]),
  waiting: queryChoice(["yes"]),
  contact: queryChoice(["late"]),
  q: queryText(applicationLimits.search),
  sort: queryChoice(Object.keys(applicationSorts) as ApplicationSort[]),
});

export const applicationEndpoints = {
  list: defineEndpoint("desk:applications GET /api/desk/applications", {
    query: z.object({ ...filter.shape, after: cursor }),
    response: z.custom<ApplicationPage>(),
  }),
  board: defineEndpoint("desk:applications GET /api/desk/applications/board", {
    query: filter,
    response: z.custom<{ readonly stages: readonly BoardStage[] }>(),
  }),
  counts: defineEndpoint("desk:applications GET /api/desk/applications/counts", {
    response: z.custom<ApplicationCounts>(),
  }),
  /** How soon applicants of the last 30 days got a first word. */
  firstWord: defineEndpoint("desk:applications GET /api/desk/applications/first-word", {
    response: z.custom<FirstWord>(),
  }),
  read: defineEndpoint("desk:applications GET /api/desk/applications/records/:id", {
    response: z.custom<ApplicationDetail>(),
  }),
  /** Rejected with "case-changed", saying who changed what, if the version is not the newest. */
  change: defineEndpoint("desk:applications PATCH /api/desk/applications/records/:id", {
    body: z.strictObject({
      version,
      status: z.enum(sentStatuses).refine((status) => status !== "duplicate"),
    }),
    response: z.custom<ApplicationDetail & Undoable>(),
  }),
  /** Undoes `change` within `undoSeconds`. */
  undo: defineEndpoint("desk:applications POST /api/desk/applications/undo", {
    body: undoToken,
    response: z.custom<Undone>(),
  }),
  addNote: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/notes", {
    body: note,
    response: z.custom<ApplicationDetail>(),
  }),
  /** Marks the person's message as needing no reply, for example after a phone call. */
  noAnswer: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/no-answer", {
    response: z.custom<ApplicationDetail>(),
  }),
  /** Emails the person the link to their page. */
  sendLink: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/link", {
    response: z.custom<ApplicationDetail>(),
  }),
  /** The file as a download, never shown in the browser. */
  resume: defineEndpoint("desk:applications GET /api/desk/applications/records/:id/resume", {
    response: z.string(),
  }),
  /** Marks another application as a different person's. */
  separate: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/separate", {
    body: z.strictObject({ other: recordId }),
    response: z.custom<ApplicationDetail>(),
  }),
  /** Merges `other` into this one, which is kept; both with the versions that the user saw. */
  merge: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/merge", {
    body: z.strictObject({ version, other: z.strictObject({ reference: recordId, version }) }),
    response: z.custom<ApplicationDetail>(),
  }),
  /** CSV or NDJSON of the filtered list: query as `list`, and `format` ("csv" or "ndjson"). */
  export: defineEndpoint("desk-recent:applications GET /api/desk/applications/export", {
    query: z.object({ ...filter.shape, format: exportFormat }),
    response: z.string(),
  }),
} as const;
