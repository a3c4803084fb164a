import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { facts } from "../../../platform/contract/facts.ts";
import type { Answers } from "../../../platform/contract/form-engine/define-form.ts";
import { stepSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { bytes } from "../../../platform/contract/schemas.ts";
import { applicationForms } from "./application-forms.ts";
import {
  type CompleteState,
  resumeNameQuery,
  type StartState,
  type Track,
  trackNames,
} from "./recruiting-endpoints.ts";

/** Allowed media types of a résumé. */
const resumeTypes = [
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "image/jpeg",
  "image/png",
];

const text = z.string();
const resume = z.object({ name: text, bytes: z.int() });
const mark = z.literal(true).optional();

/** A draft as its pages show it. */
const state = z.object({
  track: z.enum(trackNames),
  /** "resume": an emailed link waits for its button; or `movedStep`. */
  step: text.describe('Id of the step to show, or "check".'),
  answers: z.record(text, z.union([text, z.array(text)])),
  done: z.array(text),
  resume: resume.optional(),
  removedResume: text
    .optional()
    .describe("A file that was removed: the draft was not sent in time."),
  adNotes: mark.describe('An ad company hears of it, unless "declinesAdNotes" is answered.'),
  /** Of the emailed link; only with the step "resume". Posted back as `intakeNames.token`. */
  token: text.optional(),
  /** The link joins a second application with the first; only with the step "resume". */
  joins: mark,
  mailedTo: text.optional(),
});
/** `next`: the page to load as a document: only this browser sees the reference there, for a while. */
const submitted = z.object({ reference: text, next: text });
/** The plain intake or one for job ads; the plain one if it is unknown. */
const page = z.unknown().optional().meta({ type: "string", description: "Page that sends it." });
const own = z.looseObject({ page }).optional();

export type IntakeState = Returned<typeof state>;

/** One step's answers, to be saved in the draft. */
export interface DraftChange {
  readonly page: string;
  readonly step: string;
  /** Answers to the step's fields only. */
  readonly answers: Answers;
  /**
   * Autosave while typing: stored unchecked, and the step does not count as done. Absent:
   * "Continue" was pressed.
   */
  readonly typing?: true;
}

export type RecruitingState =
  | ({ readonly kind: "intake" } & IntakeState)
  | ({ readonly kind: "complete" } & CompleteState)
  | ({ readonly kind: "start" } & StartState);

function changeSchema(track: Track) {
  const steps = applicationForms[track].steps.map((step) =>
    z.object({
      page,
      step: z.literal(step.id),
      answers: stepSchema(step),
      typing: mark.describe("Store without a check."),
    }),
  );
  return z.union(steps) as unknown as z.ZodType<
    Omit<DraftChange, "page"> & { readonly page?: unknown },
    DraftChange
  >;
}

/** The endpoints of one track, for scripts. All except reading use the draft's cookie. */
export function recruitingEndpoints(track: Track) {
  const base = `/api/recruiting/${track}` as const;
  const { collection } = applicationForms[track];
  const cookies = { apply: "Names this browser; set by the first answer." };
  return {
    readDraft: defineEndpoint(`anybody GET ${base}/draft`, {
      summary: `Get this browser's ${collection} draft`,
      response: state,
      cookies,
    }),
    saveDraft: defineEndpoint(`own-site POST ${base}/draft`, {
      summary: `Save one step of a ${collection} draft`,
      body: changeSchema(track),
      response: state,
      errors: ["malformed", "invalid", "draft-moved", "too-many"],
      cookies,
    }),
    emailLink: defineEndpoint(`own-site POST ${base}/mail-link`, {
      summary: "Email a link to continue the draft on another device",
      body: own,
      response: state,
      errors: ["no-draft", "draft-moved", "invalid", "conflict", "too-many"],
      cookies,
    }),
    saveResume: defineEndpoint(`own-site PUT ${base}/resume`, {
      summary: `Upload a résumé, at most ${facts.application.resumeMaxBytes} bytes`,
      query: z.object({ [resumeNameQuery]: text.catch("").describe("The file's name.") }),
      body: bytes(...resumeTypes),
      response: resume,
      errors: [
        "no-draft",
        "draft-moved",
        "too-large",
        "resume-too-large",
        "resume-unreadable",
        "resume-active",
        "storage-full",
        "too-many",
      ],
      cookies,
    }),
    removeResume: defineEndpoint(`own-site DELETE ${base}/resume`, {
      summary: "Delete the résumé",
      errors: ["draft-moved"],
      cookies,
    }),
    submit: defineEndpoint(`own-site POST ${base}/submit`, {
      summary: "Submit the application",
      body: own,
      response: submitted,
      errors: ["no-draft", "draft-moved", "invalid"],
      cookies,
    }),
    discard: defineEndpoint(`own-site POST ${base}/discard`, {
      summary: "Delete the draft",
      body: own,
      cookies,
    }),
  } as const;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    /** State of a page on applying for work. */
    readonly recruiting?: RecruitingState;
  }
}
