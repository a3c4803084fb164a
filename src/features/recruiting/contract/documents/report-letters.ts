import { formatDayIn } from "../../../../platform/contract/clock.ts";

/**
 * Letters to an applicant whose background report may count against them, as the Fair Credit
 * Reporting Act asks: 15 U.S.C. 1681b(b)(3) before the decision, 1681m(a) with it. The words are for
 * counsel to confirm. A reply is such a letter if it has the letter's title as a line.
 */
export const reportLetters = {
  "pre-adverse": {
    name: "pre-adverse letter",
    title: "Notice before a decision on your application",
    body: `Hello {{first name}},

You agreed to a background check for your application {{reference}}. Something in the report may lead us not to go on with your application: {{what counts}}.

We have not decided yet. A copy of the report and "A Summary of Your Rights Under the Fair Credit Reporting Act" are attached.

The report was made by {{report company}}, {{company address}}, {{company phone}}. If anything in it is wrong or incomplete, you may dispute it with that company. Please tell us too: answer this email, or write on your page. You may also tell us anything else that we should know about it.

We will not decide before five business days have passed since this letter.

{{my name}}`,
  },
  final: {
    name: "final letter",
    title: "Decision on your application after a background check",
    body: `Hello {{first name}},

We will not go on with your application {{reference}}. We decided this wholly or partly because of the background report of which we sent you a copy.

The report was made by {{report company}}, {{company address}}, {{company phone}}. That company did not make this decision and cannot tell you why we made it.

You may ask that company for a free copy of your report within 60 days. You may also dispute with that company anything in the report that is wrong or incomplete.

{{my name}}`,
  },
} as const;

export type ReportLetter = keyof typeof reportLetters;

/** Whole business days between the day of the pre-adverse letter and the decision. */
export const reportWaitDays = 5;

interface SentLetter {
  readonly state: "waiting" | "sent" | "failed";
  /** When its email was accepted, ISO 8601; null before. */
  readonly at: string | null;
}

/** Days of the company as ISO 8601. */
export interface ReportClock {
  /** The last of the business days that the applicant has. */
  readonly lastDay: string;
  readonly finalFrom: string;
  /** Whether `finalFrom` has come. */
  readonly isOver: boolean;
}

/** The letters about the report of an application. */
export interface ReportLetters {
  readonly preAdverse: SentLetter | null;
  readonly final: SentLetter | null;
  /** Of a pre-adverse letter that was sent; null without one. */
  readonly clock: ReportClock | null;
}

export function isReportLetter(name: string): name is ReportLetter {
  return Object.hasOwn(reportLetters, name);
}

/** The letter that a reply is; undefined for any other. */
export function findReportLetter(text: string): ReportLetter | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const letters = Object.keys(reportLetters).filter(isReportLetter);
  return letters.find((letter) => lines.includes(reportLetters[letter].title));
}

/** "Friday, December 4". @param day ISO 8601 */
export function nameReportDay(day: string): string {
  return formatDayIn(Date.parse(`${day}T12:00:00Z`), "UTC");
}
