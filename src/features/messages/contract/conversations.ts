import { paths } from "../../../platform/contract/paths.ts";
import type { ApplicantInterview } from "../../interviews/contract/interviews.ts";
import type { OwnDocuments } from "../../recruiting/contract/documents/documents.ts";
import type { ApplicantProgress } from "../../recruiting/contract/stages.ts";
import { cancellationForm } from "./forms/cancellation.ts";
import type { EmailFacts, QuotedRange } from "./inbound-emails.ts";
import type { CaseStatus } from "./inbox.ts";
import type { ConversationKind, ReplyFile } from "./replies.ts";
import { isBegunByStaff } from "./staff-begun.ts";

/**
 * A conversation: what somebody sent with a public form, our replies and their further messages, as
 * the person sees it in emails and on the page of their personal link.
 */

const names: Readonly<Record<string, string>> = {
  WebSupportRequests: "support request",
  ContactForm: "message",
  WebFeatureSubmissions: "feature idea",
  WebFeedbackSubmissions: "feedback",
  WebInvestorSubmissions: "investor message",
  DataDeletionRequests: "data deletion request",
  CareApplications: "caregiver application",
  ProApplications: "provider application",
  RecruitingWaitlist: "waitlist request",
  Email: "email",
  CallBackRequests: "call-back request",
  CancellationRequests: "cancellation",
  PhoneCalls: "phone call",
  OurEmails: "conversation",
  Texts: "text",
  OurTexts: "text",
  AppMessages: "support request",
};

/** "Your support request". */
export function conversationTitle(collection: string): string {
  return `Your ${names[collection] ?? "message"}`;
}

/** Heading of the emails of a conversation: "Your support request K7MP4R2X". */
export function conversationHeading(collection: string, reference: string): string {
  return `${conversationTitle(collection)} ${reference}`;
}

/** Subject of the receipt, with which a conversation begins: "We got your message (K7MP4R2X)". */
export function receiptSubject(collection: string, reference: string): string {
  if (isBegunByStaff(collection)) return conversationHeading(collection, reference);
  return `We got your ${names[collection] ?? "message"} (${reference})`;
}

/** Longest part of a person's subject that ours repeats, in characters. */
const maxSubjectLength = 200;

/**
 * Subject of every later email of a conversation. Email programs show emails in one thread only if
 * their subjects are the same, "Re:" aside.
 * @param started the subject of the email that a person opened the conversation with; "" without
 */
export function conversationSubject(collection: string, reference: string, started = ""): string {
  const own = started
    .replace(/^(?:\s*re\s*:)+/i, "")
    .trim()
    .slice(0, maxSubjectLength);
  return `Re: ${own || receiptSubject(collection, reference)}`;
}

/** Subject of the email with which we begin a conversation. */
export function firstSubject(collection: string, reference: string, started = ""): string {
  return conversationSubject(collection, reference, started).replace(/^Re: /, "");
}

/** How long the personal link works after the newest message or reply, in days. */
export const conversationDays = 90;

export function conversationPath(token: string): string {
  return `${paths.messages}/${token}`;
}

/** Names of what the page posts and asks for; only a post changes anything. */
export const conversationNames = {
  /** Which button was pressed: one of `conversationActs`. */
  act: "act",
  ask: "take-back",
  sent: "sent",
  /** Query after a document was added. */
  added: "added",
  /** Query after "Solved, thank you". */
  solved: "solved",
} as const;

export const conversationActs = ["message", "solved", "take-back"] as const;
export type ConversationAct = (typeof conversationActs)[number];

/** Status sentences of applications that differ from `conversationStatus`. */
const applicationSentences: Partial<Readonly<Record<CaseStatus, string>>> = {
  waiting: "We wrote to you. Please read our message.",
  "taken-back": "You took your application back.",
};

export function conversationSentence({
  kind,
  status,
  progress,
  entries,
  title,
}: Pick<ConversationState, "kind" | "status" | "progress" | "entries" | "title">): string {
  if (progress?.end) return progress.end.heading;
  if (kind === "application" && entries.length === 0) return "We have your application.";
  if (status === "taken-back" && isCancellation({ title })) return "You keep your plan.";
  const own = kind === "application" ? applicationSentences[status] : undefined;
  return own ?? conversationStatus[status];
}

/** By the title, which the page has; the words of a cancellation differ. */
export function isCancellation({ title }: Pick<ConversationState, "title">): boolean {
  return title === conversationTitle(cancellationForm.collection);
}

/** The status sentence at the top of the page, by status of a case. */
export const conversationStatus: Readonly<Record<CaseStatus, string>> = {
  new: "We have your message.",
  "in-progress": "We are looking into it.",
  waiting: "We wrote back. Please read our answer.",
  done: "This is solved.",
  "taken-back": "You took your message back.",
  merged: "This is solved.",
};

export interface ConversationEntry {
  readonly id: string;
  /** First name of the staff member who wrote it, "" if they left; null: the person. */
  readonly from: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The beginning of it if `wholePath` is set. */
  readonly text: string;
  /** The parts of the text that repeat earlier emails. */
  readonly quotes: readonly QuotedRange[];
  /** How it came in by email; null for everything else. */
  readonly email: EmailFacts | null;
  /** What we attached. */
  readonly files: readonly (ReplyFile & { readonly path: string })[];
  /** Where the whole text is, if it is too long for the page. */
  readonly wholePath: string | null;
}

/** A conversation as the page shows it. Times are ISO 8601. */
export interface ConversationState {
  readonly kind: ConversationKind;
  readonly path: string;
  readonly title: string;
  readonly reference: string;
  /** First name of the person; "" if the form does not ask. */
  readonly name: string;
  readonly email: string;
  /** For an application: "waiting" for the person, "new" (waiting for us), or "taken-back". */
  readonly status: CaseStatus;
  readonly canClose: boolean;
  readonly canTakeBack: boolean;
  /** First name of the assigned staff member; "" if unassigned. */
  readonly colleague: string;
  /** When an answer is due; null if none is. */
  readonly dueAt: string | null;
  /** Oldest first. */
  readonly entries: readonly ConversationEntry[];
  /** When the link expires. */
  readonly openUntil: string;
  readonly now: string;
  /** Idempotency key of the form. */
  readonly key: string;
  readonly shows: "sent" | "added" | "solved" | "take-back" | null;
  /** Where an application stands; null for a message. */
  readonly progress: ApplicantProgress | null;
  /** The applicant's interview; null without one that is to come. */
  readonly interview: ApplicantInterview | null;
  /** Licenses and other documents of an applicant; null for a message. */
  readonly documents: OwnDocuments | null;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** A conversation that a personal link opened. */
    readonly conversation?: ConversationState;
  }
}
