import { type RawBuilder, sql, type Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import { addApplicationHistory } from "../../../recruiting/server/applicants/history.ts";
import {
  lockApplication,
  nextVersion,
} from "../../../recruiting/server/applications/applications.ts";
import { canWithdraw, setStatus } from "../../../recruiting/server/applications/status.ts";
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
  const change = (values: { readonly waiting_since?: RawBuilder<number> }) =>
    trx
      .updateTable("applications")
      .set({ ...values, ...nextVersion(now()) })
      .where("id", "=", id)
      .execute();
  return {
    reference,
    form: applicationForms[track].collection,
    email: textOf(answers, "email"),
    started: "",
    colleagueId: newest?.staff_id ?? null,
    notifiesStaff: true,
    notice: {
      name: `application ${reference}`,
      path: `${deskPaths.applications}/${reference}`,
    },
    receive: async (_text, what) => {
      await addApplicationHistory(trx, id, null, what, now());
      // The oldest unanswered message counts.
      await change({ waiting_since: sql<number>`coalesce(waiting_since, ${now()})` });
    },
    mention: async (what) => {
      await addApplicationHistory(trx, id, null, what, now());
      await change({});
    },
    reopen: async (what) => {
      await addApplicationHistory(trx, id, null, what, now());
      await change({ waiting_since: sql<number>`coalesce(waiting_since, ${now()})` });
    },
    touch: async (what) => {
      if (what !== undefined) await addApplicationHistory(trx, id, null, what, now());
      await change({});
    },
    close: async (how) => {
      if (how !== "take-back" || !canWithdraw(status)) return;
      await addApplicationHistory(trx, id, null, "The applicant took the application back", now());
      await setStatus(trx, found, "withdrawn", null, context);
    },
  };
}
