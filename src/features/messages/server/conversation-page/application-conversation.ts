import { type RawBuilder, sql, type Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import {
  lockApplication,
  nextVersion,
} from "../../../recruiting/server/applications/applications.ts";
import { canWithdraw, setStatus } from "../../../recruiting/server/applications/status.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { ConversationChange } from "../event-words.ts";
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
  const update = (values: { readonly waiting_since?: RawBuilder<number> }) =>
    trx
      .updateTable("applications")
      .set({ ...values, ...nextVersion(now()) })
      .where("id", "=", id)
      .execute();
  const subject = { kind: "application", id } as const;
  const record = (change: ConversationChange) =>
    recordEvent(trx, { kind: "conversation", data: { change }, subject }, now());
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
    receive: async (_text, change) => {
      await record(change);
      // The oldest unanswered message counts.
      await update({ waiting_since: sql<number>`coalesce(waiting_since, ${now()})` });
    },
    mention: async (change) => {
      await record(change);
      await update({});
    },
    reopen: async (change) => {
      await record(change);
      await update({ waiting_since: sql<number>`coalesce(waiting_since, ${now()})` });
    },
    touch: async (change) => {
      if (change !== undefined) await record(change);
      await update({});
    },
    close: async (how) => {
      if (how !== "take-back" || !canWithdraw(status)) return;
      await record("application-taken-back");
      await setStatus(trx, found, "withdrawn", undefined, context);
    },
  };
}
