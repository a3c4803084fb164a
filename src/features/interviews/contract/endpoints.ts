import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { Undoable, Undone } from "../../../platform/contract/desk/undo.ts";
import {
  queryDay,
  recordId,
  typedLine,
  undoToken,
  version,
} from "../../../platform/contract/schemas.ts";
import {
  type InterviewKind,
  type InterviewState,
  interviewKinds,
  interviewLimits,
  scoreWords,
  slotMinutes,
} from "./interviews.ts";

/** Name of the times in the live channel. */
export const interviewsTopic = "interviews";

/** A time that staff keep free. */
export interface DeskSlot {
  readonly id: string;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly minutes: number;
  readonly kind: InterviewKind;
  /** The link or the address; "" by phone. */
  readonly place: string;
  readonly staffId: string;
  /** Whether they still work at the desk. */
  readonly hasStaff: boolean;
  readonly isWeekly: boolean;
  readonly version: number;
  /** Who chose it; null while it is free. */
  readonly applicant: {
    readonly reference: string;
    readonly name: string;
    readonly state: InterviewState;
  } | null;
}

export interface InterviewWeek {
  /** The Monday, YYYY-MM-DD on the company's calendar. */
  readonly monday: string;
  /** In order of time; at most `slotsPerWeek`. */
  readonly slots: readonly DeskSlot[];
  /** Chosen times to come, of any week, of staff who left; at most `slotsPerWeek`. */
  readonly unstaffed: readonly DeskSlot[];
}

export const slotsPerWeek = 500;

export interface InterviewQuestion {
  readonly id: string;
  readonly question: string;
}

/** The questions of every interview. */
export interface InterviewKit {
  /** Another one after each change. */
  readonly version: string;
  readonly questions: readonly InterviewQuestion[];
}

/** An answer's score: of a question as it was when it was given. */
export interface InterviewScore extends InterviewQuestion {
  /** Index into `scoreWords`. */
  readonly score: number;
  readonly staffId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** The interview of an application; version 0 before one is offered. */
export interface ApplicationInterview {
  readonly version: number;
  readonly state: InterviewState | null;
  /** Whether the applicant asked for another time. */
  readonly hasAsked: boolean;
  /** Only whose times are offered; null: everyone's. */
  readonly withStaffId: string | null;
  readonly slot: DeskSlot | null;
  /** Who has free times that can be offered now. */
  readonly free: readonly string[];
  readonly questions: readonly InterviewQuestion[];
  readonly scores: readonly InterviewScore[];
}

const slot = z.strictObject({
  /** Day and time on the company's clocks. */
  day: z.iso.date(),
  clock: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  minutes: z.union(slotMinutes.map((one) => z.literal(one))),
  kind: z.enum(interviewKinds),
  place: z.union([z.literal(""), typedLine(interviewLimits.place)]),
  staffId: recordId,
});

export type SlotFields = z.output<typeof slot>;

/** The version of the interview that the page showed. */
const seen = z.int().min(0);
const withUndo = z.custom<Undoable>();
const ofApplication = "/api/desk/interviews/applications/:id";

/** Interviews. `id` is that of a time, or the reference of an application. */
export const interviewEndpoints = {
  week: defineEndpoint("desk:applications GET /api/desk/interviews", {
    query: z.object({ day: queryDay }),
    response: z.custom<InterviewWeek>(),
  }),
  /** With `until`, each week on the same day and time up to that day. */
  add: defineEndpoint("desk:applications POST /api/desk/interviews/times", {
    body: slot.extend({ until: z.iso.date().nullable() }),
    response: z.custom<Undoable & { readonly added: number }>(),
  }),
  /** Whoever chose it is told if it moves. */
  change: defineEndpoint("desk:applications PATCH /api/desk/interviews/times/:id", {
    body: slot.extend({ version }),
    response: withUndo,
  }),
  /** Only a free one; with `withLater` also the free ones after it of its series. */
  remove: defineEndpoint("desk:applications POST /api/desk/interviews/times/:id/removal", {
    body: z.strictObject({ version, withLater: z.boolean() }),
    response: z.custom<Undoable & { readonly removed: number }>(),
  }),
  undo: defineEndpoint("desk:applications POST /api/desk/interviews/undo", {
    body: undoToken,
    response: z.custom<Undone>(),
  }),
  kit: defineEndpoint("desk:applications GET /api/desk/interviews/questions", {
    response: z.custom<InterviewKit>(),
  }),
  /** Saves all questions; one without an id is new. Scores that were given stay as they are. */
  saveKit: defineEndpoint("desk:applications PUT /api/desk/interviews/questions", {
    body: z.strictObject({
      /** Of the questions that the page showed. */
      version: z.string().regex(/^[\w-]{43}$/),
      questions: z
        .array(
          z.strictObject({
            id: recordId.nullable(),
            question: typedLine(interviewLimits.question),
          }),
        )
        .max(interviewLimits.questions),
    }),
    response: z.custom<InterviewKit>(),
  }),
  read: defineEndpoint(`desk:applications GET ${ofApplication}`, {
    response: z.custom<ApplicationInterview>(),
  }),
  /** Offers times; a time that was chosen is given up. */
  offer: defineEndpoint(`desk:applications PUT ${ofApplication}/offer`, {
    body: z.strictObject({ version: seen, staffId: recordId.nullable() }),
    response: withUndo,
  }),
  /** Takes the offer back, or cancels what was chosen. */
  cancel: defineEndpoint(`desk:applications PUT ${ofApplication}/cancellation`, {
    body: z.strictObject({ version: seen }),
    response: withUndo,
  }),
  outcome: defineEndpoint(`desk:applications PUT ${ofApplication}/outcome`, {
    body: z.strictObject({ version: seen, outcome: z.enum(["done", "no-show"]) }),
    response: withUndo,
  }),
  /** One score; null takes it back. */
  score: defineEndpoint(`desk:applications PUT ${ofApplication}/score`, {
    body: z.strictObject({
      questionId: recordId,
      score: z
        .int()
        .min(0)
        .max(scoreWords.length - 1)
        .nullable(),
    }),
    response: withUndo,
  }),
} as const;
