import { sql, type Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { type NewEvent, recordEvent } from "../../../staff/server/record-event.ts";
import { foldQuotes } from "../../contract/forms/fold-quotes.ts";
import { type CaseStatus, openStatuses } from "../../contract/inbox.ts";
import { readStartedSubject } from "../cases/emailed-case.ts";
import { markStale } from "../cases/index-cases.ts";
import { findKept, holdsCancellation } from "../cases/merged-cases.ts";
import { saveCase } from "../cases/save-case.ts";
import { toSnippet } from "../cases/submitted-case.ts";
import type { ConversationChange } from "../event-words.ts";
import type { Case } from "../inbox/lock-case.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";
import { maxShownLength } from "./shown-text.ts";

const endings = {
  solved: { status: "done", change: "solved" },
  "take-back": { status: "taken-back", change: "taken-back" },
} as const satisfies Readonly<
  Record<string, { readonly status: CaseStatus; readonly change: ConversationChange }>
>;

/**
 * The conversation of a case, locked until the commit: what happens in a merged one has its effects
 * on the kept one.
 * @param ownId of the case whose entries change
 * @throws ApiError "not-found"
 */
export async function lockCaseConversation(
  trx: Transaction<Database>,
  ownId: string,
  { now }: ConversationContext,
): Promise<LockedConversation> {
  const found = await lockKept(trx, ownId);
  const { id, reference, form, email, scope, assignee_id: colleagueId } = found;
  const status = found.status as CaseStatus;
  const record = (happened: NewEvent) =>
    recordEvent(trx, { ...happened, subject: { kind: "case", id, reference } }, now());
  const setStatus = async (before: typeof found, next: CaseStatus) => {
    if (next !== status) {
      await record({ kind: "case.status", data: { from: status, to: next } });
    }
    await saveCase(trx, before, { status: next }, now());
  };
  const activate = async (more: { readonly snippet?: string }) => {
    const active = { active_at: now() };
    await trx
      .updateTable("cases")
      .set({ ...active, ...more })
      .where("id", "=", id)
      .execute();
    await trx.updateTable("case_tags").set(active).where("case_id", "=", id).execute();
    return { ...found, ...active };
  };
  return {
    reference,
    form,
    email,
    started: await readStartedSubject(trx, found),
    colleagueId,
    notifiesStaff: scope !== "spam",
    notice: {
      name: `case ${reference}`,
      path: `${deskPaths.inbox}/${reference}`,
    },
    receive: async (text, change, by) => {
      const answered = { kind: "conversation", data: { change } } as const;
      await record(by ? { ...answered, actor: by, audit: "change" } : answered);
      const own = foldQuotes(text.slice(0, maxShownLength)).filter(({ isQuoted }) => !isQuoted);
      const snippet = toSnippet(own.map((part) => part.text).join("\n")) || toSnippet(text);
      const isUnread = found.status === "new";
      await setStatus(await activate({ snippet }), isUnread ? "new" : "in-progress");
      await markStale(trx, ownId);
    },
    mention: async (change) => {
      await record({ kind: "conversation", data: { change } });
      const isOpen = openStatuses.includes(status);
      await setStatus(await activate({}), isOpen ? status : "in-progress");
      await markStale(trx, ownId);
    },
    reopen: async (change) => {
      await record({ kind: "conversation", data: { change } });
      const isOver = status === "done" || status === "waiting";
      await setStatus(found, isOver ? "in-progress" : status);
    },
    touch: async (change) => {
      if (change !== undefined) await record({ kind: "conversation", data: { change } });
      await trx
        .updateTable("cases")
        .set({ version: sql`version + 1`, changed_at: now() })
        .where("id", "=", id)
        .execute();
      await markStale(trx, ownId);
    },
    close: async (how) => {
      const ending = endings[how];
      if (status === ending.status) return;
      const { change } = ending;
      await record({ kind: "conversation", data: { change } });
      if (await isOpenPrivacyRequest(trx, found)) {
        const event = { kind: "conversation", data: { change } } as const;
        await recordEvent(trx, { ...event, subject: { kind: "privacy", id } }, now());
        if (how === "solved") return;
      }
      if (how === "solved" && (await holdsCancellation(trx, id))) return;
      await setStatus(found, ending.status);
    },
  };
}

async function lockKept(trx: Transaction<Database>, id: string): Promise<Case> {
  for (;;) {
    const kept = await findKept(trx, id);
    const found = await trx
      .selectFrom("cases")
      .selectAll()
      .where("id", "=", kept)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new ApiError("not-found");
    // It may have been merged while this waited for the lock.
    if ((await findKept(trx, id)) === kept) return found;
  }
}
