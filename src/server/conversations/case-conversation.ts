import type { Transaction } from "kysely";
import { type CaseStatus, statusNames } from "../../contract/desk/inbox.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { ApiError } from "../platform/api-error.ts";
import type { Database } from "../platform/db/schema.ts";
import { reindexCase } from "../records/cases/index-cases.ts";
import { addHistory, saveCase } from "../records/cases/save-case.ts";
import { toSnippet } from "../records/cases/submitted-case.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";

const endings = {
  solved: { status: "done", what: "The person says it is solved" },
  "take-back": { status: "taken-back", what: "The person took it back" },
} as const satisfies Readonly<Record<string, { readonly status: CaseStatus; what: string }>>;

/** The conversation of a case, locked until the commit. @throws ApiError "not-found" */
export async function lockCaseConversation(
  trx: Transaction<Database>,
  id: string,
  { database, now }: ConversationContext,
): Promise<LockedConversation> {
  const found = await trx
    .selectFrom("cases")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const { reference, form, email, scope, assignee_id: colleagueId } = found;
  const setStatus = async (before: typeof found, status: CaseStatus) => {
    if (before.status !== status) {
      const was = statusNames[before.status as CaseStatus];
      await addHistory(trx, id, null, `Status: ${was} to ${statusNames[status]}`, now());
    }
    await saveCase(trx, before, { status }, now());
  };
  return {
    reference,
    form,
    email,
    colleagueId,
    tellsStaff: scope !== "spam",
    notice: {
      line: `There is a new message from the person in case ${reference}.`,
      path: `${deskPaths.inbox}/${reference}`,
    },
    receive: async (text, what) => {
      const at = now();
      await addHistory(trx, id, null, what, at);
      const active = { active_at: at, snippet: toSnippet(text) };
      await trx.updateTable("cases").set(active).where("id", "=", id).execute();
      await trx.updateTable("case_tags").set({ active_at: at }).where("case_id", "=", id).execute();
      const isUnread = found.status === "new";
      await setStatus({ ...found, active_at: at }, isUnread ? "new" : "in-progress");
      await reindexCase(trx, database.engine, id);
    },
    close: async (how) => {
      const { status, what } = endings[how];
      if (found.status === status) return;
      await addHistory(trx, id, null, what, now());
      await setStatus(found, status);
    },
  };
}
