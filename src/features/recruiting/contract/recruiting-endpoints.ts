import { brand } from "../../../brand.ts";
import type { Answers } from "../../../platform/contract/form-engine/define-form.ts";
import { type Path, paths } from "../../../platform/contract/paths.ts";

export type Track = "care" | "pro";

interface TrackPages {
  readonly getStarted: Path;
  readonly intake: Path;
  readonly complete: Path;
  readonly talrooIntake: Path;
  readonly talrooComplete: Path;
}

/** When applicants hear from us; stated before and after applying, and in the email. */
export const answerPromise = `Within ${brand.applicationAnswerTime} a person reads your application and gets in touch.`;

export const tracks: Readonly<Record<Track, TrackPages>> = {
  care: {
    getStarted: paths.careGetStarted,
    intake: paths.careIntake,
    complete: paths.careComplete,
    talrooIntake: paths.careTalrooIntake,
    talrooComplete: paths.careTalrooComplete,
  },
  pro: {
    getStarted: paths.proGetStarted,
    intake: paths.proIntake,
    complete: paths.proComplete,
    talrooIntake: paths.proTalrooIntake,
    talrooComplete: paths.proTalrooComplete,
  },
};

export const trackNames = ["care", "pro"] as const satisfies readonly Track[];

/**
 * The ad company whose ads lead to a page: "talroo" for "/careportal/talroo-intake"; undefined for
 * pages without one.
 */
export function adSourceOf(page: string): string | undefined {
  return /\/([a-z0-9-]+)-(?:intake|complete)$/.exec(page)?.[1];
}

/**
 * A page's alias for the ads of one company: "/careportal/intake" becomes
 * "/careportal/talroo-intake".
 */
export function adPageOf(plain: string, source: string): string {
  const name = plain.lastIndexOf("/") + 1;
  return `${plain.slice(0, name)}${source}-${plain.slice(name)}`;
}

/** Query name of a résumé's file name. */
export const resumeNameQuery = "name";

/** Step of an application that another browser took over with an emailed link. */
export const movedStep = "moved";

/** State of the completion page if its token is valid; otherwise it has no state. */
export interface CompleteState {
  readonly track: Track;
  readonly reference: string;
  readonly firstName: string;
  /** "not-eligible": the answers rule it out. Duplicates are notified by email only. */
  readonly outcome: "received" | "not-eligible";
  /** URL of the ad company's tracking pixel, once, on that company's own page only. */
  readonly pixel?: string;
}

export interface StartState {
  readonly track: Track;
  /**
   * "zip": asks for it (again). "waitlist": closed there, the form for the list. "listed": on the
   * list. "link": asks for the address to email the link to. "mailed": the link was requested.
   */
  readonly view: "zip" | "waitlist" | "listed" | "link" | "mailed";
  readonly reference?: string;
  readonly answers: Answers;
  /** Value of `planQuery`; the path that the ZIP code is posted to repeats it. */
  readonly plan?: string;
}

/**
 * Names in native posts beside the fields. Every step is a form that posts to the page's own path,
 * as multipart if it has a file field.
 */
export const intakeNames = {
  /** Id of the step whose fields are sent; on get-started "zip", "waitlist" or "link". */
  step: "_step",
  /** Action of the pressed button; "continue" if absent. */
  action: "_action",
  token: "_token",
} as const;

export type IntakeAction =
  /** Check, save and continue; on the step "check", send the application. */
  | "continue"
  /** Save unchecked and go one step back. */
  | "back"
  /** Save unchecked and email the link to continue elsewhere. */
  | "mail-link"
  /** Delete the uploaded résumé. */
  | "remove-resume"
  /** Delete the draft and start over. */
  | "discard"
  /** Use the emailed link with `token`. */
  | "resume";

export const stepQuery = "step";
/** Query name of an emailed link; opening the link does not consume it. */
export const continueQuery = "resume";
/** Plan that a provider chose on the first page: payg, monthly or annual. */
export const planQuery = "plan";

/** Query parameters of ads that are stored with the application; all others are dropped. */
export const capturedParams = [
  "tlr_sid",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "gclid",
  "msclkid",
  "t1",
  "t2",
  "t3",
  "jobref",
] as const;

/** Where applications are open: ZIP prefixes of brand.ts, or everywhere. */
export function isOpenMarket(
  zip: string,
  open: readonly string[] | null = brand.openMarkets,
): boolean {
  return open === null || open.some((prefix) => zip.startsWith(prefix));
}

export const closedMarket =
  "We do not take applications in this area yet. Join the waiting list on our first page.";

/** The market of a ZIP code: its first three digits, which name a USPS region. */
export function marketOf(zip: string): string {
  return zip.slice(0, 3);
}
