import type { Transaction } from "kysely";
import { undoLifetimeMs } from "../../../platform/contract/desk/undo.ts";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Application } from "../../recruiting/server/applications/applications.ts";
import { isOpen } from "../contract/interviews.ts";
import {
  type Change,
  findInterview,
  findSlot,
  recordInterview,
  saveInterview,
  startChange,
} from "./store.ts";
import type { InterviewSlotTable, InterviewTable } from "./tables.ts";

/** What an applicant is told after staff changed something and can no longer undo it. */
export type Notice = "offer" | "offer-again" | "moved" | "canceled";

type Subject = Pick<Application, "id" | "reference">;

/** Whether the applicant and the interviewer are still to be told that they lost a time. */
function waitsToLose({ tells }: Pick<InterviewTable, "tells">): boolean {
  return ["offer-again", "moved", "canceled"].includes(tells);
}

/** The time that the applicant and the interviewer were told of last, for telling them that it is off. */
export function keepTold(before: InterviewTable | undefined, slot: InterviewSlotTable) {
  if (before && waitsToLose(before)) return {};
  return { was_at: slot.starts_at, was_minutes: slot.minutes, was_staff_id: slot.staff_id };
}

/** Who expects the interview, and when: what they were told last; undefined if no one expects it. */
export function findTold(interview: InterviewTable, slot: InterviewSlotTable | undefined) {
  if (!waitsToLose(interview)) return slot && { staffId: slot.staff_id, at: slot.starts_at };
  const { was_at: at, was_staff_id: staffId } = interview;
  return at === null ? undefined : { staffId, at };
}

/** Columns of an interview whose time, if any, is given up. Its calendar event changes. */
export function giveUp(before: InterviewTable | undefined, slot: InterviewSlotTable | undefined) {
  return {
    slot_id: null,
    reminded_at: null,
    ...(slot && {
      sequence: (before?.sequence ?? 0) + 1,
      ...keepTold(before, slot),
    }),
  };
}

/** Says it once the change can no longer be undone. */
export function tellLater(notice: Notice | "", now: number) {
  return { tells: notice, tell_at: notice === "" ? null : now + undoLifetimeMs };
}

/** Deletes a reminder that waits for the hours of texts. */
export async function dropReminder(
  { trx, now }: Change,
  before: InterviewTable | undefined,
): Promise<void> {
  if (!before?.text_id) return;
  await trx
    .deleteFrom("texts")
    .where("id", "=", before.text_id)
    .where("sent_at", "is", null)
    .where("leased_until", "<=", now)
    .execute();
}

/** Deletes the texts about the interviews of applications that are deleted. @param ids a few hundred */
export async function deleteReminders(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<void> {
  const theirs = trx
    .selectFrom("interviews")
    .select("id")
    .where(isOneOf(trx, "application_id", ids));
  await trx.deleteFrom("texts").where("request_id", "in", theirs).execute();
}

/**
 * Offers times to the applicant of a locked application. A time that was chosen is given up, unless it
 * is over: then it is another interview.
 * @param staffId whose times; null: everyone's
 */
export async function offerTimes(
  change: Change,
  application: Subject,
  before: InterviewTable | undefined,
  staffId: string | null,
): Promise<void> {
  const chosen = await findSlot(change.trx, before?.slot_id ?? null);
  const slot = chosen && chosen.starts_at > change.now ? chosen : undefined;
  const isAgain = slot !== undefined || (before !== undefined && waitsToLose(before));
  await dropReminder(change, before);
  const values = {
    state: "offered",
    with_staff_id: staffId,
    asked_at: null,
    ...giveUp(before, slot),
    ...tellLater(isAgain ? "offer-again" : "offer", change.now),
  };
  await saveInterview(change, application.id, before, values);
  await recordInterview(change, application, isAgain ? "offered-again" : "offered");
}

/** Takes an offer back, or cancels what was chosen, and frees the time. */
export async function endInterview(
  change: Change,
  application: Subject,
  before: InterviewTable,
  why: "canceled-by-us" | "ended",
): Promise<void> {
  const slot = await findSlot(change.trx, before.slot_id);
  await dropReminder(change, before);
  // Whoever is still to be told of a time that they lost is told that there is no interview.
  const tells = slot || before.tells === "offer-again" ? "canceled" : "";
  const values = { state: "ended", asked_at: null, ...giveUp(before, slot) };
  await saveInterview(change, application.id, before, {
    ...values,
    ...tellLater(tells, change.now),
  });
  await recordInterview(change, application, why);
}

/** Ends the interview that is still to come of a locked application that leaves the stage. */
export async function endComingInterview(
  trx: Transaction<Database>,
  application: Subject,
  now: number,
): Promise<void> {
  const change = startChange(trx, now);
  const before = await findInterview(trx, application.id);
  if (!before || !isOpen(before)) return;
  const slot = await findSlot(trx, before.slot_id);
  if (slot && slot.starts_at <= now) return;
  await endInterview(change, application, before, "ended");
}

/** The kept application takes over the other one's interview if it has none that is open. */
export async function mergeInterviews(
  trx: Transaction<Database>,
  kept: Pick<Application, "id" | "reference" | "status">,
  other: Subject,
  now: number,
): Promise<void> {
  const [own, theirs] = [await findInterview(trx, kept.id), await findInterview(trx, other.id)];
  const isOff = !own || ["canceled", "ended"].includes(own.state);
  if (theirs && (isOff || (isOpen(theirs) && !isOpen(own)))) {
    if (own) await trx.deleteFrom("interviews").where("id", "=", own.id).execute();
    await trx
      .updateTable("interviews")
      .set({ application_id: kept.id, version: Math.max(own?.version ?? 0, theirs.version) + 1 })
      .where("id", "=", theirs.id)
      .execute();
  } else if (theirs) await endComingInterview(trx, other, now);
  if (kept.status !== "interview") await endComingInterview(trx, kept, now);
  const asked = trx
    .selectFrom("interview_scores")
    .select("question_id")
    .where("application_id", "=", kept.id);
  await trx
    .updateTable("interview_scores")
    .set({ application_id: kept.id })
    .where("application_id", "=", other.id)
    .where("question_id", "not in", asked)
    .execute();
}
