import type { Kysely } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf, toOfficeTime } from "../../../../platform/server/values/calendar.ts";
import type { OfficeHolidays } from "../../../messages/contract/holidays.ts";
import { readHolidays } from "../../../messages/server/cases/office-holidays.ts";
import { nextWorkingDay } from "../../../messages/server/cases/working-time.ts";
import {
  findReportLetter,
  isReportLetter,
  nameReportDay,
  type ReportLetter,
  type ReportLetters,
  reportLetters,
  reportWaitDays,
} from "../../contract/documents/report-letters.ts";
import { selectWithMerged } from "../applications/applications.ts";

/** Statuses that are a decision against the applicant. */
const rejections: readonly string[] = ["rejected", "not-eligible"];

interface Row {
  readonly letter: string;
  readonly delivered_at: number | null;
  readonly failed_at: number | null;
}

/** The letters of an application and of those merged into it. @param now milliseconds since 1970 */
export async function readReportLetters(
  db: Kysely<Database>,
  id: string,
  now: number,
): Promise<ReportLetters> {
  const rows: Row[] = await db
    .selectFrom("conversation_replies")
    .select(["letter", "delivered_at", "failed_at"])
    .where("application_id", "in", selectWithMerged(db, id))
    .where("letter", "!=", "")
    .where("stopped", "=", "")
    .orderBy("id")
    .execute();
  const first = rows.filter(({ letter }) => letter === "pre-adverse");
  const before = first.findLast((row) => row.failed_at === null) ?? first.at(-1);
  if (!before) return { preAdverse: null, final: null, clock: null };
  const later = rows.slice(rows.indexOf(before));
  const final = later.findLast(({ letter }) => letter === "final");
  const isSent = before.delivered_at !== null && before.failed_at === null;
  const days = isSent && findClock(Number(before.delivered_at), await readHolidays(db));
  return {
    preAdverse: toSent(before),
    final: final ? toSent(final) : null,
    clock: days ? { ...days, isOver: dayOf(now).toString() >= days.finalFrom } : null,
  };
}

function toSent({ delivered_at: at, failed_at: failedAt }: Row) {
  const state = failedAt !== null ? "failed" : at !== null ? "sent" : "waiting";
  return { state, at: at === null ? null : new Date(Number(at)).toISOString() } as const;
}

/** @param sentAt of the pre-adverse letter, milliseconds since 1970 */
export function findClock(sentAt: number, holidays: OfficeHolidays) {
  let last = toOfficeTime(sentAt);
  for (let day = 0; day < reportWaitDays; day++) last = nextWorkingDay(last, holidays);
  return {
    lastDay: last.toPlainDate().toString(),
    finalFrom: nextWorkingDay(last, holidays).toPlainDate().toString(),
  };
}

/**
 * Why an application cannot get a status yet, as a sentence: its applicant has days to answer the
 * pre-adverse letter. Undefined if it can.
 */
export async function findDecisionObstacle(
  db: Kysely<Database>,
  id: string,
  status: string,
  now: number,
): Promise<string | undefined> {
  if (!rejections.includes(status)) return undefined;
  const { preAdverse, clock } = await readReportLetters(db, id, now);
  if (preAdverse === null || preAdverse.state === "failed" || clock?.isOver) return undefined;
  return clock
    ? `The applicant has until ${nameReportDay(clock.lastDay)} to answer the pre-adverse letter. Decide from ${nameReportDay(clock.finalFrom)}.`
    : "The pre-adverse letter is still being sent. The applicant then has five business days to answer it.";
}

interface CheckedReply {
  /** With placeholders filled in. */
  readonly text: string;
  readonly statusAfter: string;
  readonly templateId: string;
  readonly files: readonly string[];
}

/**
 * The letter that a reply to an applicant is; "" for any other reply.
 * @throws ApiError "invalid" for a letter, or a decision, that may not be sent now
 */
export async function checkLetter(
  db: Kysely<Database>,
  id: string,
  reply: CheckedReply,
  now: number,
): Promise<ReportLetter | ""> {
  const letter = findReportLetter(reply.text) ?? "";
  const obstacle =
    (await findLetterObstacle(db, id, { ...reply, letter }, now)) ??
    (await findDecisionObstacle(db, id, reply.statusAfter, now));
  if (obstacle !== undefined) throw new ApiError("invalid", { fields: { text: obstacle } });
  return letter;
}

async function findLetterObstacle(
  db: Kysely<Database>,
  id: string,
  { letter, statusAfter, templateId, files }: CheckedReply & { readonly letter: ReportLetter | "" },
  now: number,
): Promise<string | undefined> {
  if (letter === "") {
    if (!isReportLetter(templateId)) return undefined;
    const { title } = reportLetters[templateId];
    return `Keep the first line of the letter: “${title}”. To write something else, empty the message first.`;
  }
  if (letter === "pre-adverse") {
    if (files.length === 0) return "Attach the report and the summary of rights.";
    if (rejections.includes(statusAfter)) {
      return "The decision comes after this letter: choose another stage, or none.";
    }
    return undefined;
  }
  const { preAdverse, clock } = await readReportLetters(db, id, now);
  if (preAdverse === null) return "Send the pre-adverse letter first.";
  if (preAdverse.state === "failed") {
    return "The pre-adverse letter could not be delivered. Send it again first.";
  }
  if (!clock) return "The pre-adverse letter is still being sent.";
  return clock.isOver
    ? undefined
    : `The final letter may go from ${nameReportDay(clock.finalFrom)}.`;
}
