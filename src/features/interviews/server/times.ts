import { type Kysely, sql } from "kysely";
import { formatClockIn, formatDayIn } from "../../../platform/contract/clock.ts";
import { days, hours } from "../../../platform/contract/durations.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { type InterviewKind, interviewLimits, kindNames } from "../contract/interviews.ts";
import { toSlot } from "./store.ts";
import type { InterviewSlotTable } from "./tables.ts";

/**
 * Free times that can be offered now, soonest first.
 * @param staffId only theirs; null: everyone's
 * @param id only this one
 */
export async function findFreeSlots(
  db: Kysely<Database>,
  staffId: string | null,
  now: number,
  id?: string,
): Promise<InterviewSlotTable[]> {
  const rows = await db
    .selectFrom("interview_slots")
    .innerJoin("staff", "staff.id", "interview_slots.staff_id")
    .leftJoin("interviews", "interviews.slot_id", "interview_slots.id")
    .selectAll("interview_slots")
    .where("interviews.id", "is", null)
    .where("staff.disabled_at", "is", null)
    .where("interview_slots.starts_at", ">=", now + hours(interviewLimits.noticeHours))
    .where("interview_slots.starts_at", "<", now + days(interviewLimits.offeredDays))
    .$if(staffId !== null, (query) => query.where("interview_slots.staff_id", "=", staffId ?? ""))
    .$if(id !== undefined, (query) => query.where("interview_slots.id", "=", id ?? ""))
    .orderBy("interview_slots.starts_at")
    .orderBy("interview_slots.id")
    .limit(interviewLimits.offered)
    .execute();
  return rows.map(toSlot);
}

/** First name of a staff member; "" if they are gone. */
export async function readFirstName(db: Kysely<Database>, staffId: string | null): Promise<string> {
  const row = await db
    .selectFrom("staff")
    .select(sql<string>`staff.name`.as("name"))
    .where("id", "=", staffId)
    .executeTakeFirst();
  return row?.name.split(" ")[0] ?? "";
}

/** "Mountain Time". */
export function nameZone(timeZone: string): string {
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" });
  return zone.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** "Monday, November 23, 10:30 am, Mountain Time". */
export function nameTime(at: number, timeZone: string): string {
  return `${formatDayIn(at, timeZone)}, ${formatClockIn(at, timeZone)}, ${nameZone(timeZone)}`;
}

/** "By phone, 20 minutes"; the length stays on one line. */
export function describeSlot({ kind, minutes }: InterviewSlotTable): string {
  return `${kindNames[kind as InterviewKind]}, ${minutes}\u00a0minutes`;
}

/** What happens then: who does what, and how long it takes. @param phone as the applicant wrote it */
export function sayHow(
  { kind, place, minutes }: InterviewSlotTable,
  staff: string,
  phone: string,
): string {
  const who = staff || "A person from our team";
  const how: Readonly<Record<string, string>> = {
    phone: `${who} calls you at ${phone}.`,
    video: `${who} meets you by video. Open the link at that time.`,
    place: `${who} meets you at ${place}.`,
  };
  return `${how[kind]} It takes ${minutes} minutes.`;
}
