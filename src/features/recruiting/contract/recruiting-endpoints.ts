import { brand } from "../../../brand.ts";
import {
  type Bytes,
  defineEndpoint,
  type Empty,
  type NoBody,
} from "../../../platform/contract/endpoints/define-endpoint.ts";
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

export const trackNames: readonly Track[] = ["care", "pro"];

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

export interface ResumeResponse {
  readonly name: string;
  readonly bytes: number;
}

/** The endpoints of one track, for scripts. All except reading use the draft's cookie. */
export function recruitingEndpoints(track: Track) {
  const base = `/api/recruiting/${track}` as const;
  return {
    readDraft: defineEndpoint<NoBody, IntakeState>(`anybody GET ${base}/draft`),
    saveDraft: defineEndpoint<DraftChange, IntakeState>(`own-site POST ${base}/draft`),
    emailLink: defineEndpoint<Empty, IntakeState>(`own-site POST ${base}/mail-link`),
    /** The body is the file's bytes; its name is in the query `resumeNameQuery`. */
    saveResume: defineEndpoint<Bytes, ResumeResponse>(`own-site PUT ${base}/resume`),
    removeResume: defineEndpoint(`own-site DELETE ${base}/resume`),
    submit: defineEndpoint<SourcePage, SubmitResponse>(`own-site POST ${base}/submit`),
    discard: defineEndpoint<Empty>(`own-site POST ${base}/discard`),
  } as const;
}

export const resumeNameQuery = "name";

/** The page that a request comes from: the plain intake or the one for job ads. */
interface SourcePage {
  readonly page: string;
}

export interface DraftChange extends SourcePage {
  readonly step: string;
  /** Answers to the step's fields only. */
  readonly answers: Answers;
  /**
   * Autosave while typing: stored unchecked, and the step does not count as done. Absent:
   * "Continue" was pressed.
   */
  readonly typing?: true;
}

export interface IntakeState {
  readonly track: Track;
  /**
   * What to show: a step's id, "check", "resume" for an emailed link that waits for its button,
   * or `movedStep`.
   */
  readonly step: string;
  readonly answers: Answers;
  readonly done: readonly string[];
  readonly resume?: ResumeResponse;
  /** Name of a file that was removed because the application was not sent in time. */
  readonly removedResume?: string;
  /** Submitting it is reported to an ad company unless the person opts out. */
  readonly adNotes?: true;
  /**
   * Token of the emailed link; only with the step "resume". It is posted back as
   * `intakeNames.token`.
   */
  readonly token?: string;
  /** The link joins a second application with the first; only with the step "resume". */
  readonly joins?: true;
  readonly mailedTo?: string;
}

export const movedStep = "moved";

export interface SubmitResponse {
  readonly reference: string;
  /** Page to load as a document: only this browser sees the reference there, for a limited time. */
  readonly next: string;
}

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

export type RecruitingState =
  | ({ readonly kind: "intake" } & IntakeState)
  | ({ readonly kind: "complete" } & CompleteState)
  | ({ readonly kind: "start" } & StartState);

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
