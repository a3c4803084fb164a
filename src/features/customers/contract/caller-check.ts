import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { typedLine } from "../../../platform/contract/schemas.ts";

/** What a caller is asked. All answers must match. */
export const callerQuestions = ["home", "email", "request"] as const;

export type CallerQuestion = (typeof callerQuestions)[number];

/** What staff ask. */
export const callerQuestionLabels: Readonly<Record<CallerQuestion, string>> = {
  home: "What is your house number and your ZIP code?",
  email: "Which email address do you use with us?",
  request: "What did we last do for you?",
};

/** Facts that answer the questions: covered while a check runs. */
export const coveredFacts = ["address", "email", "requests"] as const;

export type CoveredFact = (typeof coveredFacts)[number];

export const coveredFactNames: Readonly<Record<CoveredFact, string>> = {
  address: "Street and ZIP code",
  email: "Email",
  requests: "Completed requests",
};

/** How long a passed check allows changes of the account, and for how long misses lock it. */
export const callerCheckTimes = { passedMinutes: 20, lockedMinutes: 60, codeMinutes: 10 } as const;

/** Answers that may not match before the check is locked. */
export const maxMisses = 3;

/** A staff member's check of a caller. */
export interface CallerCheck {
  readonly state: "none" | "open" | "passed" | "locked";
  readonly matched: readonly CallerQuestion[];
  /** Questions that nothing on record answers; then only a code is left. */
  readonly unanswerable: readonly CallerQuestion[];
  readonly covered: readonly CoveredFact[];
  /** Answers that may still not match. */
  readonly triesLeft: number;
  /** When the code was sent, ISO 8601; null without one that works. */
  readonly codeSentAt: string | null;
  /** Until when it is passed or locked, ISO 8601; null for other states. */
  readonly until: string | null;
}

/** Whether an answer, or the emailed code, matches what is on record: nothing else is told. */
const answerResponse = z.object({ isMatch: z.boolean() });

/** The check of a caller. `id` is the account's uid; each belongs to one staff member. */
export const callerCheckEndpoints = {
  /** Starts over, but does not forget answers that did not match. */
  start: defineEndpoint("desk:customer-work POST /api/desk/customers/:id/caller-check"),
  answer: defineEndpoint("desk:customer-work POST /api/desk/customers/:id/caller-check/answers", {
    body: z.strictObject({
      question: z.enum([...callerQuestions, "code"]),
      answer: typedLine(300),
    }),
    response: answerResponse,
  }),
  /** Emails a code to the confirmed address on record. */
  sendCode: defineEndpoint("desk:customer-work POST /api/desk/customers/:id/caller-check/code"),
  /** Texts it to the phone on record, if that agreed to texts some days ago. */
  textCode: defineEndpoint(
    "desk:customer-work POST /api/desk/customers/:id/caller-check/code-text",
  ),
  /** Shows a covered fact, which the time line then says. */
  show: defineEndpoint("desk:customer-work POST /api/desk/customers/:id/caller-check/shown", {
    body: z.strictObject({ fact: z.enum(coveredFacts) }),
  }),
  end: defineEndpoint("desk:customer-work DELETE /api/desk/customers/:id/caller-check"),
} as const;
