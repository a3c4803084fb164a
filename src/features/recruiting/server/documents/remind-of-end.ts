import type { AppContext } from "../../../../platform/server/app-context.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { queueConversationEmail } from "../../../messages/server/conversation-page/queue-email.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { type DocumentKind, reminderDays } from "../../contract/documents/documents.ts";
import { lockApplication, nextVersion, updateApplication } from "../applications/applications.ts";
import { threadOf } from "../applications/submit.ts";
import { documentEndsEmail } from "./document-emails.ts";
import { selectDocuments } from "./list-documents.ts";

/** Reminders of one run. */
const batchSize = 50;

/**
 * Emails people whose document ends within `reminderDays`, once for each end: a document of which
 * staff asked for a better picture has its own email.
 * @returns the number of reminders
 */
export async function remindOfEnds(context: AppContext): Promise<number> {
  const { database, now } = context;
  const today = dayOf(now());
  const due = await selectDocuments(database.db)
    .select(["documents.id", "kept.id as application_id"])
    .where("documents.reminded_at", "is", null)
    .where("documents.state", "!=", "again")
    .where("documents.ends_on", ">=", today.toString())
    .where("documents.ends_on", "<=", today.add({ days: reminderDays }).toString())
    .orderBy("documents.ends_on")
    .limit(batchSize)
    .execute();
  for (const { id, application_id } of due) {
    await database.write(async (trx) => {
      const application = await lockApplication(trx, application_id);
      const document = await trx
        .updateTable("application_documents")
        .set({ reminded_at: now() })
        .where("id", "=", id)
        // Another node may have sent it.
        .where("reminded_at", "is", null)
        .returning(["id", "kind", "label", "ends_on as endsOn"])
        .executeTakeFirst();
      if (!application || !document) return;
      const email = documentEndsEmail(application, document, context);
      await queueConversationEmail(trx, threadOf(application), email, context, now());
      const event = {
        kind: "application.document-reminded",
        data: { document: document.kind as DocumentKind },
      } as const;
      const subject = { kind: "application", id: application.id } as const;
      await recordEvent(trx, { ...event, subject }, now());
      await updateApplication(trx, application.id, nextVersion(now()));
    });
  }
  return due.length;
}
