import { sql, type Transaction } from "kysely";
import { deskPaths } from "../../contract/desk/paths.ts";
import { textOf } from "../../contract/form-engine/define-steps.ts";
import { applicationForms } from "../../contract/forms/application-forms.ts";
import { ApiError } from "../platform/api-error.ts";
import type { Database } from "../platform/db/schema.ts";
import { addApplicationHistory } from "../records/applicants/history.ts";
import { lockApplication } from "../recruiting/applications/applications.ts";
import { canWithdraw, setStatus } from "../recruiting/applications/status.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";

/** The conversation of an application, locked until the commit. @throws ApiError "not-found" */
export async function lockApplicationConversation(
  trx: Transaction<Database>,
  id: string,
  context: ConversationContext,
): Promise<LockedConversation> {
  const { now } = context;
  const found = await lockApplication(trx, id);
  if (!found || found.reference === null) throw new ApiError("not-found");
  const { reference, track, answers, status } = found;
  const newest = await trx
    .selectFrom("conversation_entries")
    .select("staff_id")
    .where("application_id", "=", id)
    .where("kind", "=", "reply")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    reference,
    form: applicationForms[track].collection,
    email: textOf(answers, "email"),
    colleagueId: newest?.staff_id ?? null,
    tellsStaff: true,
    notice: {
      line: `There is a new message from the person of application ${reference}.`,
      path: `${deskPaths.applications}/${reference}`,
    },
    receive: async (_text, what) => {
      await addApplicationHistory(trx, id, null, what, now());
      await trx
        .updateTable("applications")
        .set({
          // The oldest unanswered message counts.
          waiting_since: sql`coalesce(waiting_since, ${now()})`,
          version: sql`version + 1`,
        })
        .where("id", "=", id)
        .execute();
    },
    close: async (how) => {
      if (how !== "take-back" || !canWithdraw(status)) return;
      await addApplicationHistory(trx, id, null, "The person took the application back", now());
      await setStatus(trx, found, "withdrawn", null, context);
    },
  };
}
