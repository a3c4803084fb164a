import {
  isReportLetter,
  reportLetters,
} from "../../recruiting/contract/documents/report-letters.ts";
import { answerTimes } from "../contract/answer-times.ts";
import { callOutcomeNames } from "../contract/calls.ts";
import type { CallOutcome } from "../contract/entries.ts";
import { type CaseStatus, inboxForms, statusNames } from "../contract/inbox.ts";
import { formatWindow } from "./calls/format-window.ts";

/** Changes of a conversation that no staff member made. */
const conversationChanges = {
  "answered-by-email": "Answered by email",
  "answered-by-text": "Answered by text",
  "texts-stopped": "The customer ended texts",
  "texts-started": "The customer turned texts on again",
  "answered-in-app": "Answered in an app",
  "answered-on-page": "Answered on the message page",
  "other-sender": "Email from another address",
  "unconfirmed-sender": "Email whose sender is not confirmed",
  "email-undelivered": "An email of ours was not delivered",
  "reply-undelivered": "Reply not delivered",
  solved: "The customer marked it as solved",
  "taken-back": "The customer took it back",
  "application-taken-back": "The applicant took the application back",
} as const;

export type ConversationChange = keyof typeof conversationChanges;

/** Why a reply is not sent, as the end of a sentence. */
const stopReasons = {
  "logged-out": "its writer logged out",
  "sign-in": "the login of its writer was changed",
  disabled: "its writer was disabled",
  roles: "the role of its writer was changed",
  "taken-back": "the customer took the message back",
  "texts-off": "the number takes no texts",
  withdrawn: "the applicant withdrew the application",
} as const;

export type ReplyStopReason = keyof typeof stopReasons;

/** What happened to cases and in conversations, as sentences without their periods. */
export const messageEventWords = {
  "case.from-app": () => "Sent in an app",
  "case.status": ({ from, to }: { readonly from: CaseStatus; readonly to: CaseStatus }) =>
    `Status: ${statusNames[from]} to ${statusNames[to]}`,
  /** Names at that time; null for no one. */
  "case.assignee": ({ from, to }: { readonly from: string | null; readonly to: string | null }) =>
    `Assigned: ${from ?? "no one"} to ${to ?? "no one"}`,
  "case.spam": ({ to }: { readonly to: boolean }) => (to ? "Marked as spam" : "Marked as not spam"),
  "case.tag-added": ({ tag }: { readonly tag: string }) => `Tag added: ${tag}`,
  "case.tag-removed": ({ tag }: { readonly tag: string }) => `Tag removed: ${tag}`,
  /** Until a day; null: staff ended it. The audit log outlives the case, so the reason is not in it. */
  "case.snooze": ({ until }: { readonly until: string | null }) =>
    until === null ? "Snooze ended" : `Snoozed until ${until}`,
  "case.woken": ({ reason }: { readonly reason: string }) => `Back from snooze: ${reason}`,
  "case.separate": ({ to }: { readonly to: boolean }) =>
    to
      ? "Split into its own conversation: someone else sent it"
      : "Back with the other messages of this email",
  /** References. */
  "case.merged": ({ into }: { readonly into: string }) => `Merged into ${into}`,
  "case.took-over": ({ from }: { readonly from: string }) => `${from} was merged into this`,
  "case.unmerged": ({ from }: { readonly from: string }) => `Separated from ${from}`,
  "case.related": ({ other, to }: { readonly other: string; readonly to: boolean }) =>
    to ? `Related to ${other}` : `No longer related to ${other}`,
  conversation: ({ change }: { readonly change: ConversationChange }) =>
    conversationChanges[change],
  note: describeNote,
  "contact.note": (data: Note) => `${describeNote(data)} about the customer`,
  /** With when we call next; null: not again. */
  call: ({ outcome, next }: LoggedCall) => {
    const name = callOutcomeNames[outcome];
    const what = `Call: ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    return next ? `${what}. Next call: ${formatWindow(next)}` : what;
  },
  "email.begun": () => "Began an email",
  "text.begun": () => "Began a text",
  "text.consent": ({ agreed }: { readonly agreed: boolean }) =>
    agreed ? "Texts allowed on the phone" : "Texts ended on the phone",
  /** Hours. */
  "answer-time": ({ form, from, to }: AnswerTime) =>
    `Answer time of ${inboxForms[form]}: ${nameTime(from)} to ${nameTime(to)}`,
  "holiday.added": ({ name }: { readonly name: string }) => `Holiday added: ${name}`,
  "holiday.removed": ({ name }: { readonly name: string }) => `Holiday removed: ${name}`,
  /** @param data without a letter in rows of older versions */
  "reply.sent": ({ letter = "" }: { readonly letter?: string }) =>
    isReportLetter(letter) ? `Sent the ${reportLetters[letter].name}` : "Sent a reply",
  "reply.retried": () => "Tried again to send a reply",
  "reply.stopped": ({ reason }: { readonly reason: ReplyStopReason }) =>
    `Reply not sent: ${stopReasons[reason]}`,
  "reply.taken-over": ({ writer }: { readonly writer: string }) =>
    `Took over the unsent reply of ${writer}`,
} as const;

interface LoggedCall {
  readonly outcome: CallOutcome;
  readonly next: Parameters<typeof formatWindow>[0] | null;
}

interface AnswerTime {
  /** A key of `inboxForms`. */
  readonly form: string;
  readonly from: number | null;
  readonly to: number;
}

function nameTime(hours: number | null): string {
  return answerTimes.find(([one]) => one === hours)?.[1].toLowerCase() ?? "none";
}

interface Note {
  /** Names. */
  readonly mentioned: readonly string[];
}

function describeNote({ mentioned }: Note): string {
  return mentioned.length === 0 ? "Added a note" : `Mentioned ${mentioned.join(", ")} in a note`;
}
