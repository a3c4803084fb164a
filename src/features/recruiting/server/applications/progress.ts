import type { Kysely } from "kysely";
import { brand, office } from "../../../../brand.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import { findDueTime } from "../../../messages/server/cases/working-time.ts";
import { selectHistory } from "../../../staff/server/read-history.ts";
import type { ApplicationStatus } from "../../contract/application-status.ts";
import { nameReportDay, type ReportLetters } from "../../contract/documents/report-letters.ts";
import {
  type ApplicantProgress,
  type ApplicantStep,
  applicantContactDays,
  stages,
} from "../../contract/stages.ts";
import { readReportLetters } from "../documents/report-letters.ts";
import type { Application } from "./applications.ts";

/** Business days until somebody reads a new application; `brand.applicationAnswerTime` says the same in words. */
const answerDays = 2;

const labels = [
  "Application received",
  "Read by a person",
  "Interview",
  "Background check",
  "Decision",
] as const;

/** The step that an application is at, by status; the others have none. */
const stepOf: Readonly<Partial<Record<ApplicationStatus, number>>> = {
  new: 1,
  screening: 2,
  interview: 2,
  background: 3,
  approved: 5,
  hired: 5,
};

/** Steps that an application can pass by, with the status of those that do not. */
const skippable: ReadonlyMap<number, ApplicationStatus> = new Map([
  [2, "interview"],
  [3, "background"],
]);

/** What each step says: done, now and later. */
const words: readonly (readonly [done: string, now: string, later: string])[] = [
  ["You sent it on our website.", "", ""],
  ["We read all of it.", "We read every application.", "We read every application."],
  ["It is done.", "We agree on a time with you.", "We talk by phone or video."],
  [
    "It is done.",
    "It runs now. We write to you if we need anything.",
    "It comes after the interview. We ask for your consent first.",
  ],
  ["We said yes.", "", "We write to you either way."],
];

/**
 * Where an application stands, in words for the applicant.
 * @param contactAt when we last wrote, in milliseconds since 1970; undefined if never
 */
export async function readProgress(
  db: Kysely<Database>,
  application: Application,
  contactAt: number | undefined,
  now: number,
): Promise<ApplicantProgress> {
  const { status, submittedAt } = application;
  const moves = await readMoves(db, application.id);
  const movedAt = moves.at(-1)?.at ?? submittedAt ?? now;
  const letters = await readReportLetters(db, application.id, now);
  const end = await findEnd(db, application, { endedAt: movedAt, letters }, now);
  const step = stepOf[status];
  if (step === undefined) return { steps: [], next: "", end };
  const doneAt = findDays(submittedAt ?? now, moves);
  const steps = labels.map((label, index): ApplicantStep => {
    const at = doneAt[index];
    const passed = at === undefined ? "skipped" : "done";
    const state = index < step ? passed : index === step ? "now" : "later";
    const [done = "", present = "", later = ""] = words[index] ?? [];
    const skipped = "We did not need this step.";
    const says = { done, now: sayNow(status, letters, now) || present, later, skipped }[state];
    return { label, says, state, day: state === "done" && at !== undefined ? dayOf(at, now) : "" };
  });
  const from = Math.max(contactAt ?? 0, movedAt);
  const next = sayAnswer(status, letters) || (await sayNext(db, status, from, now));
  return { steps, next, end };
}

/** What the present step says instead of its usual words; "" for those. */
function sayNow(
  status: ApplicationStatus,
  { preAdverse, clock }: ReportLetters,
  now: number,
): string {
  if (status === "screening") return "We call you for a short talk first.";
  if (status !== "background" || !clock || !preAdverse?.at) return "";
  const day = dayOf(Date.parse(preAdverse.at), now);
  return `Something in your report may count against you. We wrote to you about it on ${day}, with a copy. You may dispute the report with the company that made it.`;
}

/** Until when the applicant may answer the letter about their report; "" without one. */
function sayAnswer(status: ApplicationStatus, { clock, final }: ReportLetters): string {
  if (status !== "background" || !clock || clock.isOver || final) return "";
  const { lastDay, finalFrom } = clock;
  return `If something in the report is wrong or incomplete, tell us by ${nameReportDay(lastDay)}. We decide nothing before ${nameReportDay(finalFrom)}.`;
}

interface Move {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly to: ApplicationStatus;
}

/** How staff moved it, oldest first, without what they undid. */
async function readMoves(db: Kysely<Database>, id: string): Promise<Move[]> {
  const rows = await selectHistory(db, { kind: "application", id })
    .where("events.kind", "=", "application.status")
    .execute();
  return rows.reverse().map(({ at, data }) => ({
    at: Number(at),
    to: (JSON.parse(data) as { readonly to: ApplicationStatus }).to,
  }));
}

/** When each step was done; one that was moved back, or that no move passed through, is not. */
function findDays(sentAt: number, moves: readonly Move[]): readonly (number | undefined)[] {
  const done: (number | undefined)[] = labels.map((_, index) => (index === 0 ? sentAt : undefined));
  let been: ApplicationStatus[] = [];
  for (const { at, to } of moves) {
    const step = stepOf[to];
    if (step === undefined) continue;
    for (const index of labels.keys()) {
      if (index === 0) continue;
      if (index >= step) done[index] = undefined;
      else if (isPassed(index, been)) done[index] ??= at;
    }
    been = [...been.filter((one) => orderOf(one) < orderOf(to)), to];
  }
  return done;
}

function isPassed(step: number, been: readonly ApplicationStatus[]): boolean {
  const needed = skippable.get(step);
  return needed === undefined || been.includes(needed);
}

function orderOf(status: ApplicationStatus): number {
  const order: readonly ApplicationStatus[] = stages;
  return order.indexOf(status);
}

/** What happens next, and by when. @param from when we last moved it or wrote */
async function sayNext(
  db: Kysely<Database>,
  status: ApplicationStatus,
  from: number,
  now: number,
): Promise<string> {
  if (status === "hired") return `You work with us. Log in to the ${brand.name} app to begin.`;
  const businessDays = status === "new" ? answerDays : applicantContactDays;
  const hours = businessDays * (office.closes - office.opens);
  const due = findDueTime(from, hours, await readHolidays(db));
  if (due < now) return "We are late. You do not need to do anything, and you may call us.";
  const by = `by ${dayOf(due, now)}`;
  if (status === "new") return `A person reads it and gets in touch ${by}.`;
  if (status === "approved") return `We said yes. We tell you how to begin ${by}.`;
  return `You hear from us ${by}.`;
}

/** What an application that is over says; null for all others. */
async function findEnd(
  db: Kysely<Database>,
  { status, submittedAt, answers }: Application,
  { endedAt, letters }: { readonly endedAt: number; readonly letters: ReportLetters },
  now: number,
): Promise<ApplicantProgress["end"]> {
  const kept = await sayKept(db, endedAt, now);
  const againOn = dayOf((submittedAt ?? endedAt) + days(facts.sameApplicantDays), now);
  switch (status) {
    case "rejected":
      return {
        heading: "We did not choose your application.",
        lines: [
          `Thank you for the time you gave us. We decided on ${dayOf(endedAt, now)}. The decision is final for this application.`,
          ...sayFinal(letters, now),
          `You may apply again from ${againOn}.`,
          kept,
        ],
      };
    case "not-eligible":
      return {
        heading: "We cannot take this application.",
        lines: [
          "Thank you for the time you gave us.",
          textOf(answers, "workAuthorized") === "No"
            ? "You told us that you may not work in the United States, and we may only work with people who may."
            : "Your application does not meet what the work requires, so we cannot go on with it.",
          `If that changes, you may apply again from ${againOn}. If it was a mistake, write or call.`,
          kept,
        ],
      };
    case "withdrawn":
      return {
        heading: "You took your application back.",
        lines: [
          `That was on ${dayOf(endedAt, now)}. Did you change your mind? Write to us below.`,
          kept,
        ],
      };
    case "waitlist":
      return {
        heading: "You are on our waiting list.",
        lines: [
          "We write to you when we need more people where you live.",
          "We keep your answers while you are on this list. You can ask us to delete them at any time.",
        ],
      };
    case "duplicate":
      return {
        heading: "You applied twice.",
        lines: ["We go on with the application that you sent first. Its emails have its own link."],
      };
    default:
      return null;
  }
}

function sayFinal({ final }: ReportLetters, now: number): readonly string[] {
  if (final?.state !== "sent" || !final.at) return [];
  const day = dayOf(Date.parse(final.at), now);
  return [
    `Our email of ${day} says which company made your background report, and how to get a copy and dispute it.`,
  ];
}

/** Why and how long it is kept, as the desk's settings say. */
async function sayKept(db: Kysely<Database>, endedAt: number, now: number): Promise<string> {
  const rule = await db
    .selectFrom("retention_rules")
    .select("months")
    .where("kind", "=", "applications")
    .executeTakeFirst();
  const why = "We keep your answers to show that we decided fairly";
  if (!rule) return `${why}. You can ask us to delete them at any time.`;
  const end = toOfficeTime(endedAt).add({ months: Number(rule.months) });
  return `${why}, until ${dayOf(end.epochMilliseconds, now)}. You can ask us to delete them before.`;
}

/** "November 20", or "January 4, 2027" in another year than this one. */
function dayOf(time: number, now: number): string {
  const isThisYear = toOfficeTime(time).year === toOfficeTime(now).year;
  return new Date(time).toLocaleDateString("en-US", {
    month: "long",
    day: "numeric",
    year: isThisYear ? undefined : "numeric",
    timeZone: office.timeZone,
  });
}
