import { brand } from "../../../brand.ts";
import { days, hours } from "../../../platform/contract/durations.ts";
import { textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import { lockApplication } from "../../recruiting/server/applications/applications.ts";
import { queueText } from "../../texts/server/outbox.ts";
import { interviewLimits } from "../contract/interviews.ts";
import { emailApplicant, zoneOf } from "./emails.ts";
import { findInterview, findSlot } from "./store.ts";
import { nameTime } from "./times.ts";

/** Interviews that one run reminds of at most. */
const atOnce = 50;

/**
 * Reminds applicants a day before their interview: by email, and by text if they agreed to texts with
 * the application. Who chose it within that day is not reminded. Also deletes past times that no one
 * chose.
 */
export async function remindOfInterviews(context: AppContext): Promise<void> {
  const { database, now } = context;
  const due = await database.db
    .selectFrom("interview_slots")
    .innerJoin("interviews", "interviews.slot_id", "interview_slots.id")
    .select("interviews.application_id")
    .where("interviews.state", "=", "booked")
    .where("interviews.reminded_at", "is", null)
    .where("interview_slots.starts_at", ">", now())
    .where("interview_slots.starts_at", "<=", now() + hours(interviewLimits.reminderHours))
    .orderBy("interview_slots.starts_at")
    .limit(atOnce)
    .execute();
  for (const row of due) await remind(row.application_id, context);
  await database.write((trx) =>
    trx
      .deleteFrom("interview_slots")
      .where("starts_at", "<", now() - days(interviewLimits.keptDays))
      .where("id", "not in", (query) =>
        query.selectFrom("interviews").select("slot_id").where("slot_id", "is not", null),
      )
      .execute(),
  );
}

function remind(applicationId: string, context: AppContext): Promise<void> {
  const { database, now } = context;
  return database.write(async (trx) => {
    const application = await lockApplication(trx, applicationId);
    const interview = await findInterview(trx, applicationId);
    const slot = await findSlot(trx, interview?.slot_id ?? null);
    // Moved, canceled or reminded by another node meanwhile.
    if (!application || !interview || !slot || interview.reminded_at !== null) return;
    const dayBefore = slot.starts_at - hours(interviewLimits.reminderHours);
    if (interview.state !== "booked" || dayBefore > now() || slot.starts_at <= now()) return;
    const isNew = interview.chosen_at !== null && interview.chosen_at > dayBefore;
    let textId: string | undefined;
    if (!isNew) {
      await emailApplicant(trx, application, interview, slot, { kind: "reminder", context });
      const timeZone = zoneOf(application);
      const time = nameTime(slot.starts_at, timeZone);
      const text = {
        kind: "reminder",
        numberKey: phoneKey(textOf(application.answers, "phone")),
        caseId: null,
        requestId: interview.id,
        to: { uid: null, timeZone },
        body: `${brand.name}: your interview is on ${time}. Questions? Call ${brand.phone.shown}. STOP ends texts.`,
      } as const;
      if (application.consents.sms) textId = await queueText(trx, text, context);
    }
    await trx
      .updateTable("interviews")
      .set({ reminded_at: now(), text_id: textId ?? null })
      .where("id", "=", interview.id)
      .execute();
  });
}
