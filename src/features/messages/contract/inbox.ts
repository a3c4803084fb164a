import type { HistoryLine } from "../../../platform/contract/desk/history.ts";
import type { FoundElsewhere, SearchFacts } from "../../../platform/contract/desk/search.ts";
import type { PrivacyStatus } from "../../privacy/contract/cases.ts";
import type { ConsentLine, TextNumber } from "../../texts/contract/texts.ts";
import type { AnswerOutcome } from "./answers.ts";
import type { CaseEntry } from "./entries.ts";
import type { LeftDraft, ReplyDraft, SendingReply } from "./replies.ts";

/**
 * Statuses of a message, in the order of work. "taken-back": the sender withdrew it; "merged": staff
 * work on another one about the same matter.
 */
export const caseStatuses = [
  "new",
  "in-progress",
  "waiting",
  "done",
  "taken-back",
  "merged",
] as const;

export type CaseStatus = (typeof caseStatuses)[number];

export const statusNames: Readonly<Record<CaseStatus, string>> = {
  new: "New",
  "in-progress": "In progress",
  waiting: "Waiting for reply",
  done: "Done",
  "taken-back": "Taken back",
  merged: "Merged",
};

/** Those that a change of the status sets. */
export const settableStatuses = caseStatuses.filter(
  (status) => status !== "taken-back" && status !== "merged",
);

/** The filter's other values of `status`. */
export const otherStatusNames = {
  open: "Open",
  overdue: "Overdue",
  snoozed: "Snoozed",
  undelivered: "Not delivered",
  spam: "Spam",
  all: "Any status",
} as const;

/** Statuses that mean that somebody of us was in contact with the sender, by reply or by phone. */
export const contactStatuses: readonly CaseStatus[] = ["waiting"];

export const openStatuses: readonly CaseStatus[] = ["new", "in-progress", "waiting"];

export const closedStatuses: readonly CaseStatus[] = caseStatuses.filter(
  (status) => !openStatuses.includes(status),
);

/** Short names of the forms, by collection, in the order of the filters. */
export const inboxForms: Readonly<Record<string, string>> = {
  WebSupportRequests: "Support",
  ContactForm: "Contact",
  WebFeatureSubmissions: "Feature ideas",
  WebFeedbackSubmissions: "Feedback",
  WebInvestorSubmissions: "Investors",
  DataDeletionRequests: "Data deletion",
  Email: "Email",
  CallBackRequests: "Call back",
  WorryReports: "Worry",
  BarrierReports: "Barrier",
  CancellationRequests: "Cancellation",
  PhoneCalls: "Phone call",
  OurEmails: "Written by us",
  Texts: "Text",
  OurTexts: "Text by us",
  AppMessages: "App",
};

export const caseSorts = ["due", "newest", "oldest", "longest-waiting"] as const;

export type CaseSort = (typeof caseSorts)[number];

export const sortNames: Readonly<Record<CaseSort, string>> = {
  due: "Due first",
  newest: "Newest first",
  oldest: "Oldest first",
  "longest-waiting": "Longest waiting",
};

export const casesPerPage = 50;

/** Input limits: lengths in characters; tags and cases per change. */
export const inboxLimits = {
  search: 200,
  note: 10_000,
  snoozeReason: 120,
  tag: 40,
  viewName: 60,
  tags: 20,
  changedTogether: 200,
  mentions: 10,
  views: 30,
  related: 20,
} as const;

/**
 * The filters, as in the URL and in the query of `list`, `export` and saved views; absent names
 * filter nothing. Without `status` the list shows open cases that are not spam; a search finds
 * every case, closed ones and spam included.
 */
export interface CaseFilter {
  readonly form?: string | undefined;
  readonly status?:
    | CaseStatus
    | "open"
    | "snoozed"
    | "overdue"
    | "undelivered"
    | "spam"
    | "all"
    | undefined;
  /** A staff id, "me" or "nobody". */
  readonly assignee?: string | undefined;
  /** The app that the person uses: an option of the form's select. */
  readonly platform?: string | undefined;
  readonly tag?: string | undefined;
  /** Days, YYYY-MM-DD, in the company's time zone; both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Search words in name, email, phone, reference, support ID and text; prefixes match. */
  readonly q?: string | undefined;
  readonly sort?: CaseSort | undefined;
}

/** The order of a list: by due time, unless it searches or shows what has none. */
export function sortOf({ sort, status, q = "" }: CaseFilter): CaseSort {
  const hasDueTimes =
    q.trim() === "" && !["done", "taken-back", "merged", "spam", "all"].includes(status ?? "open");
  return sort ?? (hasDueTimes ? "due" : "newest");
}

/** Statuses that a search counts, as filters of the list. */
export const casePlaces = ["open", "snoozed", "done", "taken-back", "merged", "spam"] as const;

export type CasePlace = (typeof casePlaces)[number];

/** Names of `CaseFilter` in a query string. */
export const caseFilterNames = [
  "form",
  "status",
  "assignee",
  "platform",
  "tag",
  "from",
  "to",
  "q",
  "sort",
] as const satisfies readonly (keyof CaseFilter)[];

export interface CaseRow {
  readonly reference: string;
  readonly form: string;
  /** Sender's name; their email or "No name" if the form has none. */
  readonly name: string;
  /** First words of the newest message. */
  readonly snippet: string;
  readonly status: CaseStatus;
  readonly isSpam: boolean;
  readonly isOverdue: boolean;
  /** When an answer is due, ISO 8601; null while we wait for the person, and once it is closed. */
  readonly dueAt: string | null;
  /** When a snoozed case comes back, ISO 8601; null if it is not snoozed. */
  readonly snoozedUntil: string | null;
  readonly snoozeReason: string;
  /** The step of the privacy case, which is what counts, of a request to delete data. */
  readonly request: PrivacyStatus | null;
  /** Whether it is open and its newest reply was not delivered. */
  readonly isUndelivered: boolean;
  readonly assigneeId: string | null;
  readonly tags: readonly string[];
  readonly platform: string;
  /** When it was sent, ISO 8601. */
  readonly createdAt: string;
  /** When the newest message came in, ISO 8601. */
  readonly activeAt: string;
  /** Number of changes so far; each change names the version it is based on. */
  readonly version: number;
}

export interface CasePage {
  readonly cases: readonly CaseRow[];
  /** Cursor of the next page: send it as `after`; null on the last page. */
  readonly next: string | null;
  /** Cases that match the filter; a lower bound if not exact. */
  readonly count: number;
  readonly isCountExact: boolean;
  /** On the first page of a search. */
  readonly search?: SearchFacts<CasePlace> | undefined;
  /** Where else the words are found, if no case matches. */
  readonly elsewhere?: FoundElsewhere | undefined;
}

/** Response of `inboxEndpoints.counts`, each at most `maxCount`. */
export interface CaseCounts {
  readonly open: number;
  readonly overdue: number;
  /** Open cases by form, platform and assignee's id, "me" and "nobody" included. */
  readonly forms: Readonly<Record<string, number>>;
  readonly platforms: Readonly<Record<string, number>>;
  readonly assignees: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<CaseStatus | "snoozed" | "undelivered" | "spam", number>>;
  readonly tags: Readonly<Record<string, number>>;
}

/** A call that we owe. Times are ISO 8601. */
export interface CallBack {
  readonly phone: string;
  readonly startsAt: string;
  /** It is late after this. */
  readonly endsAt: string;
  /** The person did not ask for a time. */
  readonly isAnyTime: boolean;
  /** Calls that did not reach the person. */
  readonly tries: number;
}

export interface CallBackRow extends CallBack {
  /** Of its case. */
  readonly reference: string;
  readonly version: number;
  readonly name: string;
  readonly about: string;
  readonly isLate: boolean;
  readonly assigneeId: string | null;
}

export interface CallBackPage {
  /** Late ones first. */
  readonly callBacks: readonly CallBackRow[];
  readonly next: string | null;
  readonly count: number;
  readonly isCountExact: boolean;
}

export interface CaseDetail extends CaseRow {
  /** The fields of the form with their labels, in its order, without the message. */
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  readonly email: string;
  /** Subject of the email that opened the case; "" if a form did. */
  readonly started: string;
  readonly phone: string;
  /** Where replies go as texts; null: they go by email. */
  readonly text: TextNumber | null;
  /** What that number said about texts, oldest first. */
  readonly consents: readonly ConsentLine[];
  readonly supportId: string;
  /** Why the case is spam; null if it is not. */
  readonly spamReason: string | null;
  readonly answer: AnswerOutcome;
  /** Other cases of the same email address. */
  readonly othersOfContact: number;
  /** The person's account, if one has this email or support ID. */
  readonly account: "confirmed" | "unconfirmed" | "disabled" | null;
  readonly entries: readonly CaseEntry[];
  /** Oldest first. */
  readonly history: readonly HistoryLine[];
  readonly openBy: readonly string[];
  readonly draft: ReplyDraft | null;
  /** Unsent replies of colleagues who can no longer send them. */
  readonly leftDrafts: readonly LeftDraft[];
  /** A reply that is about to be sent, by any staff member. */
  readonly sending: SendingReply | null;
  /** The call that we owe; null if none. */
  readonly callBack: CallBack | null;
  /** Reference of the case that shows its messages, if it is merged into one. */
  readonly mergedInto: string | null;
  /** The cases whose messages it shows. */
  readonly merged: readonly LinkedCase[];
  readonly related: readonly LinkedCase[];
}

export type LinkedCase = Pick<CaseRow, "reference" | "form" | "name" | "status">;

/** Name of the inbox in the live channel. */
export const inboxTopic = "inbox";
