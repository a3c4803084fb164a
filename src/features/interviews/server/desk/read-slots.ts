import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf, startOf } from "../../../../platform/server/values/calendar.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { type DeskSlot, type InterviewWeek, slotsPerWeek } from "../../contract/endpoints.ts";
import type { InterviewKind, InterviewState } from "../../contract/interviews.ts";

/** Times with whoever chose them, in order. */
function selectSlots(db: Kysely<Database>) {
  return db
    .selectFrom("interview_slots")
    .leftJoin("interviews", "interviews.slot_id", "interview_slots.id")
    .leftJoin("applications", "applications.id", "interviews.application_id")
    .leftJoin("staff", "staff.id", "interview_slots.staff_id")
    .selectAll("interview_slots")
    .select(["interviews.state", "applications.reference", "staff.disabled_at"])
    .select(sql<string | null>`applications.name`.as("name"))
    .orderBy("interview_slots.starts_at")
    .orderBy("interview_slots.id")
    .limit(slotsPerWeek);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSlots>["execute"]>>[number];

function toDeskSlot(row: Row): DeskSlot {
  return {
    id: row.id,
    startsAt: isoTime(Number(row.starts_at)),
    minutes: Number(row.minutes),
    kind: row.kind as InterviewKind,
    place: row.place,
    staffId: row.staff_id,
    hasStaff: row.disabled_at === null,
    isWeekly: row.series !== null,
    version: Number(row.version),
    applicant:
      row.reference === null
        ? null
        : {
            reference: row.reference,
            name: row.name ?? "",
            state: row.state as InterviewState,
          },
  };
}

/** The week of a day on the company's calendar; the present one by default. */
export async function readWeek(
  db: Kysely<Database>,
  day: string | undefined,
  now: number,
): Promise<InterviewWeek> {
  const asked = day === undefined ? dayOf(now) : Temporal.PlainDate.from(day);
  const monday = asked.subtract({ days: asked.dayOfWeek - 1 });
  const rows = await selectSlots(db)
    .where("interview_slots.starts_at", ">=", startOf(monday))
    .where("interview_slots.starts_at", "<", startOf(monday.add({ weeks: 1 })))
    .execute();
  const unstaffed = await selectSlots(db)
    .where("interview_slots.starts_at", ">", now)
    .where("interviews.state", "=", "booked")
    .where("staff.disabled_at", "is not", null)
    .execute();
  return {
    monday: monday.toString(),
    slots: rows.map(toDeskSlot),
    unstaffed: unstaffed.map(toDeskSlot),
  };
}

export async function readDeskSlot(
  db: Kysely<Database>,
  id: string | null,
): Promise<DeskSlot | null> {
  const row = await selectSlots(db).where("interview_slots.id", "=", id).executeTakeFirst();
  return row ? toDeskSlot(row) : null;
}
