import type { Kysely, Transaction } from "kysely";
import { hours } from "../../../platform/contract/durations.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import {
  type Application,
  findApplication,
  lockApplication,
} from "../../recruiting/server/applications/applications.ts";
import { interviewLimits, isOpen } from "../contract/interviews.ts";
import { dropReminder, findTold, giveUp, tellLater } from "./change-interview.ts";
import { calendarFileOf, type EmailContext, emailApplicant, notifyInterviewer } from "./emails.ts";
import {
  type Change,
  findInterview,
  findSlot,
  lockSlot,
  recordInterview,
  saveInterview,
  startChange,
} from "./store.ts";
import type { InterviewSlotTable, InterviewTable } from "./tables.ts";
import { findFreeSlots } from "./times.ts";

interface Open {
  readonly change: Change;
  readonly application: Application;
  readonly interview: InterviewTable;
  /** What is chosen now. */
  readonly slot: InterviewSlotTable | undefined;
}

/** Whether an applicant may still change or cancel what they chose. @param now milliseconds since 1970 */
export function canChange(slot: Pick<InterviewSlotTable, "starts_at">, now: number): boolean {
  return slot.starts_at - now >= hours(interviewLimits.changeHours);
}

/** The interview of an applicant who may choose, locked until the commit; undefined for others. */
async function lockOpen(
  trx: Transaction<Database>,
  applicationId: string,
  now: number,
): Promise<Open | undefined> {
  const application = await lockApplication(trx, applicationId);
  const interview = await findInterview(trx, applicationId);
  if (application?.status !== "interview" || !interview) return undefined;
  const slot = await findSlot(trx, interview.slot_id);
  return isOpen(interview)
    ? { change: startChange(trx, now), application, interview, slot }
    : undefined;
}

/**
 * Chooses one of the offered times, or moves the interview to it.
 * @returns whether the page says that somebody else was faster
 */
export async function chooseTime(
  trx: Transaction<Database>,
  applicationId: string,
  slotId: string,
  context: EmailContext,
): Promise<"chosen" | "taken"> {
  const now = context.now();
  const open = await lockOpen(trx, applicationId, now);
  if (!open) return "taken";
  const { change, application, interview, slot: before } = open;
  if (before?.id === slotId) return "chosen";
  if (before && !canChange(before, now)) return "taken";
  if (!(await lockSlot(trx, slotId))) return "taken";
  const [slot] = await findFreeSlots(trx, interview.with_staff_id, now, slotId);
  if (!slot) return "taken";
  await dropReminder(change, interview);
  const hasEvent = interview.chosen_at !== null;
  const row = await saveInterview(change, applicationId, interview, {
    ...giveUp(interview, before),
    state: "booked",
    slot_id: slot.id,
    asked_at: null,
    chosen_at: now,
    sequence: interview.sequence + (hasEvent ? 1 : 0),
    ...tellLater("", now),
  });
  await recordInterview(change, application, before ? "moved" : "chosen");
  await emailApplicant(trx, application, row, slot, { kind: "booked", context });
  const told = findTold(interview, before);
  const isSameStaff = told?.staffId === slot.staff_id;
  if (told && !isSameStaff) {
    await notifyInterviewer(trx, told.staffId, { kind: "off", at: told.at }, application, context);
  }
  const kind = isSameStaff ? "changed" : "chosen";
  const news = { kind, at: slot.starts_at } as const;
  await notifyInterviewer(trx, slot.staff_id, news, application, context);
  return "chosen";
}

/** Cancels what the applicant chose. Too late, it changes nothing. */
export async function cancelTime(
  trx: Transaction<Database>,
  applicationId: string,
  context: EmailContext,
): Promise<void> {
  const now = context.now();
  const open = await lockOpen(trx, applicationId, now);
  if (!open?.slot || !canChange(open.slot, now)) return;
  const { change, application, interview, slot } = open;
  await dropReminder(change, interview);
  const row = await saveInterview(change, applicationId, interview, {
    state: "canceled",
    asked_at: null,
    ...giveUp(interview, slot),
    ...tellLater("", now),
  });
  await recordInterview(change, application, "canceled");
  await emailApplicant(trx, application, row, undefined, { kind: "canceled", context });
  const { staffId, at } = findTold(interview, slot) ?? {
    staffId: slot.staff_id,
    at: slot.starts_at,
  };
  await notifyInterviewer(trx, staffId, { kind: "off", at }, application, context);
}

/** Notes that none of the times fits, if any are offered; the sentence itself is a message. */
export async function askForTime(
  trx: Transaction<Database>,
  applicationId: string,
  { now }: Pick<EmailContext, "now">,
): Promise<void> {
  const open = await lockOpen(trx, applicationId, now());
  if (!open) return;
  const { change, application, interview } = open;
  if (interview.asked_at !== null) return;
  await saveInterview(change, applicationId, interview, { asked_at: now() });
  await recordInterview(change, application, "asked");
}

/** The calendar file of the chosen time; undefined without one. */
export async function readCalendarFile(
  db: Kysely<Database>,
  applicationId: string,
  context: EmailContext,
): Promise<string | undefined> {
  const application = await findApplication(db, applicationId);
  const interview = await findInterview(db, applicationId);
  const slot = await findSlot(db, interview?.slot_id ?? null);
  if (!application || !interview || !slot) return undefined;
  return calendarFileOf(db, interview, slot, application, context);
}
