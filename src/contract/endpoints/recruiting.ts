import { brand } from "../../brand.ts";
import type { Answers } from "../form-engine/define-form.ts";
import { type Path, paths } from "../paths.ts";
import { type Bytes, defineEndpoint, type Empty, type NoBody } from "./define-endpoint.ts";

/** The two ways to apply for work. */
export type Track = "care" | "pro";

interface TrackPages {
  readonly getStarted: Path;
  readonly intake: Path;
  readonly complete: Path;
  /** The same, straight from a job ad. */
  readonly talrooIntake: Path;
  readonly talrooComplete: Path;
}

/** Where the pages of each track stand. */
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

/** The ad company whose ads lead to a page: "talroo" for "/careportal/talroo-intake"; undefined for the plain pages. */
export function adSourceOf(page: string): string | undefined {
  return /\/([a-z0-9-]+)-(?:intake|complete)$/.exec(page)?.[1];
}

/** A plain page's twin for the ads of one company: "/careportal/intake" becomes "/careportal/talroo-intake". */
export function adPageOf(plain: string, source: string): string {
  const name = plain.lastIndexOf("/") + 1;
  return `${plain.slice(0, name)}${source}-${plain.slice(name)}`;
}

/** What is kept of a résumé. */
export interface ResumeResponse {
  readonly name: string;
  readonly bytes: number;
}

/** The endpoints of one track, for scripts. All but reading use the draft's cookie. */
export function recruitingEndpoints(track: Track) {
  const base = `/api/recruiting/${track}` as const;
  return {
    readDraft: defineEndpoint<NoBody, IntakeState>(`anybody GET ${base}/draft`),
    saveDraft: defineEndpoint<DraftChange, IntakeState>(`own-site POST ${base}/draft`),
    /** Mails a link to go on elsewhere, to the address in the draft. */
    mailLink: defineEndpoint<Empty, IntakeState>(`own-site POST ${base}/mail-link`),
    /** Takes the file's bytes; its name stands in the query `resumeNameQuery`. */
    saveResume: defineEndpoint<Bytes, ResumeResponse>(`own-site PUT ${base}/resume`),
    removeResume: defineEndpoint(`own-site DELETE ${base}/resume`),
    /** Sends the application. */
    submit: defineEndpoint<SourcePage, SubmitResponse>(`own-site POST ${base}/submit`),
    /** Forgets this browser's draft and deletes it. */
    discard: defineEndpoint<Empty>(`own-site POST ${base}/discard`),
  } as const;
}

/** Query name of a résumé's file name. */
export const resumeNameQuery = "name";

/** Which page a request comes from: the plain intake or the one for job ads. */
interface SourcePage {
  readonly page: string;
}

/** One step's answers on their way to the draft. */
export interface DraftChange extends SourcePage {
  readonly step: string;
  /** Answers to the step's fields only. */
  readonly answers: Answers;
  /**
   * Saving while somebody types: stored without a check, and the step does not count as
   * done. Absent: "Continue" was pressed.
   */
  readonly typing?: true;
}

/** A draft as its pages see it. */
export interface IntakeState {
  readonly track: Track;
  /**
   * What to show: a step's id, "check", "resume" for a mailed link that waits for its button,
   * or `movedStep`.
   */
  readonly step: string;
  /** Every answer so far. */
  readonly answers: Answers;
  /** Ids of the steps that were finished. */
  readonly done: readonly string[];
  readonly resume?: ResumeResponse;
  /** Name of a file that was removed since the application was not sent in time. */
  readonly removedResume?: string;
  /** An ad company hears of it when it is sent, unless the person declines. */
  readonly adNotes?: true;
  /** Token of the mailed link; only with the step "resume". It goes back in `intakeNames.token`. */
  readonly token?: string;
  /** The link joins a second application with the first; only with the step "resume". */
  readonly joins?: true;
  /** Address that the link to go on was just mailed to. */
  readonly mailedTo?: string;
}

/** Stands for an application that another browser took over with a mailed link; its answers are there. */
export const movedStep = "moved";

/** Answer of a sent application. */
export interface SubmitResponse {
  readonly reference: string;
  /** Page to load as a document: only this browser sees the reference there, and not for long. */
  readonly next: string;
}

/** What the page after sending shows, with its token; without one it gets no state. */
export interface CompleteState {
  readonly track: Track;
  readonly reference: string;
  readonly firstName: string;
  /** "not-eligible": the answers rule it out. A second application is told of by mail only. */
  readonly outcome: "received" | "not-eligible";
  /** Address of the ad company's one-pixel picture, on that company's own page only and once. */
  readonly pixel?: string;
}

/** What the first page of a track shows after its ZIP was posted. */
export interface StartState {
  readonly track: Track;
  /**
   * "zip": asks for it (again). "waitlist": closed there, the form for the list. "listed":
   * on it. "link": asks for the address to mail the link to. "mailed": it was asked for.
   */
  readonly view: "zip" | "waitlist" | "listed" | "link" | "mailed";
  readonly reference?: string;
  readonly answers: Answers;
  /** The word of `planQuery`; the address that the ZIP is posted to says it again. */
  readonly plan?: string;
}

/** State of a recruiting page; travels in `FormState.recruiting`. */
export type RecruitingState =
  | ({ readonly kind: "intake" } & IntakeState)
  | ({ readonly kind: "complete" } & CompleteState)
  | ({ readonly kind: "start" } & StartState);

/**
 * Names of native posts beside the fields. Every step is a form that posts to the page's
 * own address; as multipart where it holds a file.
 */
export const intakeNames = {
  /** Id of the step whose fields are sent; "zip", "waitlist" and "link" on get-started. */
  step: "_step",
  /** What the pressed button wants; absent means "continue". */
  action: "_action",
  token: "_token",
} as const;

/** Values of `intakeNames.action`. */
export type IntakeAction =
  /** Check, save and go on; on the step "check" send the application. */
  | "continue"
  /** Save unchecked and go one step back. */
  | "back"
  /** Save unchecked and mail the link to go on elsewhere. */
  | "mail-link"
  /** Delete the uploaded résumé. */
  | "remove-resume"
  /** Delete the draft and begin anew. */
  | "discard"
  /** Use the mailed link: `token` names it. */
  | "resume";

/** Query names of intake pages. */
export const stepQuery = "step";
/** A mailed link; opening it uses nothing up. */
export const resumeQuery = "resume";
/** Plan that a provider chose before, on the first page: payg, monthly or annual. */
export const planQuery = "plan";

/** What ads add to an address, kept with the application; all else is dropped. */
export const captured = [
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

/** Stands at a ZIP code where applications are closed. */
export const closedMarket =
  "We do not take applications in this area yet. Put yourself on the list on our first page.";

/** The market of a ZIP code: its first three digits, which are a mail region. */
export function marketOf(zip: string): string {
  return zip.slice(0, 3);
}
