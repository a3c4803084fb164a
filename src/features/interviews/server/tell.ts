import type { AppContext } from "../../../platform/server/app-context.ts";
import { lockApplication } from "../../recruiting/server/applications/applications.ts";
import { findTold, type Notice } from "./change-interview.ts";
import { emailApplicant, notifyInterviewer } from "./emails.ts";
import { findInterview, findSlot } from "./store.ts";

/** Interviews that one run tells of at most. */
const atOnce = 50;

/** Tells applicants, and who interviews, what staff changed and can no longer undo. */
export async function tellOfChanges(context: AppContext): Promise<void> {
  const { database, now } = context;
  const due = await database.db
    .selectFrom("interviews")
    .select("application_id")
    .where("tell_at", "<=", now())
    .orderBy("tell_at")
    .limit(atOnce)
    .execute();
  for (const row of due) await tell(row.application_id, context);
}

function tell(applicationId: string, context: AppContext): Promise<void> {
  const { database, now } = context;
  return database.write(async (trx) => {
    const application = await lockApplication(trx, applicationId);
    const interview = await findInterview(trx, applicationId);
    // Told or changed by another node meanwhile.
    if (!application || interview?.tell_at == null || interview.tell_at > now()) return;
    const kind = interview.tells as Notice;
    const slot = await findSlot(trx, interview.slot_id);
    await trx
      .updateTable("interviews")
      .set({ tells: "", tell_at: null })
      .where("id", "=", interview.id)
      .execute();
    await emailApplicant(trx, application, interview, slot, { kind, context });
    const told = findTold(interview, slot);
    if (!told) return;
    const isSameStaff = told.staffId === slot?.staff_id;
    if (!isSameStaff) {
      const off = { kind: "off", at: told.at } as const;
      await notifyInterviewer(trx, told.staffId, off, application, context);
    }
    if (!slot) return;
    const isSameTime = told.at === slot.starts_at;
    const news = isSameStaff ? (isSameTime ? "edited" : "changed") : "given";
    const what = { kind: news, at: slot.starts_at } as const;
    await notifyInterviewer(trx, slot.staff_id, what, application, context);
  });
}
