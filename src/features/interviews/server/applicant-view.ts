import type { Kysely } from "kysely";
import { formatClockIn, formatDayIn } from "../../../platform/contract/clock.ts";
import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { formatPhone } from "../../../platform/server/values/phone.ts";
import type { ApplicantProgress } from "../../recruiting/contract/stages.ts";
import type { Application } from "../../recruiting/server/applications/applications.ts";
import { type ApplicantInterview, isOpen } from "../contract/interviews.ts";
import { canChange } from "./applicant.ts";
import { zoneOf } from "./emails.ts";
import { findInterview, findSlot } from "./store.ts";
import type { InterviewSlotTable } from "./tables.ts";
import { describeSlot, findFreeSlots, nameZone, readFirstName, sayHow } from "./times.ts";

/** What the applicant's page shows of their interview; null without one that is open. */
export async function readApplicantInterview(
  db: Kysely<Database>,
  application: Application,
  now: number,
  shows: ApplicantInterview["shows"],
): Promise<ApplicantInterview | null> {
  const interview = await findInterview(db, application.id);
  if (!interview || !isOpen(interview) || application.status !== "interview") return null;
  const slot = await findSlot(db, interview.slot_id);
  if (slot && slot.starts_at <= now) return null;
  const zone = zoneOf(application);
  const mayChoose = !slot || (shows !== null && canChange(slot, now));
  const free = mayChoose ? await findFreeSlots(db, interview.with_staff_id, now) : [];
  return {
    zone: nameZone(zone),
    days: groupByDay(free, zone),
    hasAsked: interview.asked_at !== null,
    booked: slot
      ? {
          day: formatDayIn(slot.starts_at, zone),
          clock: formatClockIn(slot.starts_at, zone),
          says: sayHow(
            slot,
            await readFirstName(db, slot.staff_id),
            formatPhone(textOf(application.answers, "phone")),
          ),
          link: slot.kind === "video" ? slot.place : "",
          canChange: canChange(slot, now),
        }
      : null,
    shows: mayChoose ? shows : null,
  };
}

function groupByDay(
  slots: readonly InterviewSlotTable[],
  zone: string,
): ApplicantInterview["days"] {
  const days = Map.groupBy(slots, ({ starts_at: at }) => formatDayIn(at, zone));
  return [...days].map(([day, own]) => ({
    day,
    times: own.map((slot) => ({
      id: slot.id,
      clock: formatClockIn(slot.starts_at, zone),
      what: describeSlot(slot),
    })),
  }));
}

/** Where the application stands, with what the applicant does about the interview. */
export function withInterview(
  progress: ApplicantProgress,
  interview: ApplicantInterview | null,
): ApplicantProgress {
  if (!interview) return progress;
  const { booked, days, hasAsked, zone } = interview;
  const asked = "You asked for another time. We write to you about it.";
  const choose = days.length > 0 ? "You can choose a time below." : "Tell us below when you can.";
  const chosen = "After the interview we write to you about the next step.";
  const open = "When you have chosen a time, you get an email with it.";
  const says = booked ? `${booked.day}, ${booked.clock}, ${zone}.` : hasAsked ? asked : choose;
  const next = booked ? chosen : hasAsked ? `${asked} ${progress.next}` : open;
  const steps = progress.steps.map((step) => (step.state === "now" ? { ...step, says } : step));
  return { ...progress, steps, next };
}
