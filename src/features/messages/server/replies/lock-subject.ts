import { sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { caseReplied } from "../../../integrations/server/webhooks/record-events.ts";
import { isOpenPrivacyRequest } from "../../../privacy/server/requests/find-request.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { textObstacles } from "../../../texts/contract/consent.ts";
import { findTextObstacle } from "../../../texts/server/outbox.ts";
import {
  type ConversationKind,
  type StatusAfterReply,
  statusesAfterReply,
} from "../../contract/replies.ts";
import { isByText } from "../../contract/staff-begun.ts";
import { recordAnswer } from "../cases/answers.ts";
import { readStartedSubject } from "../cases/emailed-case.ts";
import { markStale } from "../cases/index-cases.ts";
import { findMergeObstacle } from "../cases/merged-cases.ts";
import { applyEdit } from "../inbox/change-case.ts";
import { type Case, lockCase } from "../inbox/lock-case.ts";
import { lockApplicationSubject } from "./application-subject.ts";
import type { SubjectName } from "./drafts.ts";
import type { SendContext, Subject } from "./subject.ts";

const lockers = { case: lockCaseSubject, application: lockApplicationSubject } as const;

/** Locks the subject of a reply until the commit; undefined if there is none. */
export function lockSubject(
  trx: Transaction<Database>,
  { kind, reference }: SubjectName,
  context: SendContext,
): Promise<Subject | undefined> {
  return lockers[kind](trx, reference, context);
}

/**
 * A reply with its subject, both locked until the commit.
 * @param kind nothing is found if the subject is of another kind
 */
export async function lockReply(
  trx: Transaction<Database>,
  id: string,
  context: SendContext,
  kind?: ConversationKind,
) {
  // The subject first, as everywhere, so that two transactions cannot deadlock.
  const row = await trx
    .selectFrom("conversation_replies")
    .leftJoin("cases", "cases.id", "conversation_replies.case_id")
    .leftJoin("applications", "applications.id", "conversation_replies.application_id")
    .select(["conversation_replies.case_id", "cases.reference as case_reference"])
    .select("applications.reference as application_reference")
    .where("conversation_replies.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const found: SubjectName = {
    kind: row.case_id === null ? "application" : "case",
    reference: row.case_reference ?? row.application_reference ?? "",
  };
  if (kind !== undefined && kind !== found.kind) return undefined;
  const subject = await lockSubject(trx, found, context);
  const reply = await trx
    .selectFrom("conversation_replies")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return subject && reply && { subject, reply };
}

/** The case with a reference, locked; undefined without. */
async function lockCaseSubject(
  trx: Transaction<Database>,
  reference: string,
  context: SendContext,
): Promise<Subject | undefined> {
  const found = await lockCase(trx, reference);
  if (!found) return undefined;
  const { id, form, name, email, version } = found;
  const texting = isByText(form) ? await readTexting(trx, id, context) : undefined;
  const touch = async (now: number) => {
    await trx
      .updateTable("cases")
      .set({ version: sql`version + 1`, changed_at: now })
      .where("id", "=", id)
      .execute();
  };
  return {
    owner: { kind: "case", id },
    reference,
    form,
    name,
    email,
    started: await readStartedSubject(trx, found),
    version,
    ...texting,
    obstacle: texting?.obstacle ?? (await findMergeObstacle(trx, id)),
    endedSince: () => {
      if (texting?.obstacle !== undefined) return "texts-off";
      return found.status === "taken-back" ? "taken-back" : undefined;
    },
    describeConflict: () => describeConflict(trx, { kind: "case", id }),
    touch,
    finish: async (status, actor) => {
      const now = context.now();
      const answered = await recordAnswer(trx, found, now);
      const asked = statusesAfterReply.find((one) => one === status) ?? statusesAfterReply[0];
      // A request to delete data is closed by its privacy case.
      const next = asked === "done" && (await isOpenPrivacyRequest(trx, found)) ? "waiting" : asked;
      const { created_at: createdAt } = found;
      const replied = caseReplied({
        id,
        reference,
        form,
        status: next,
        createdAt: Number(createdAt),
      });
      await emitEvents(trx, [replied], now);
      if (!(await changeAfter(trx, answered, next, actor, context))) await touch(now);
      await markStale(trx, id);
    },
  };
}

/** Where replies go as texts, and why they cannot. */
async function readTexting(trx: Transaction<Database>, id: string, context: SendContext) {
  const row = await trx
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { phone = "" } = JSON.parse(row.data) as { readonly phone?: string };
  const textTo = phoneKey(phone);
  const obstacle = await findTextObstacle(trx, "reply", textTo, context);
  return { textTo, obstacle: obstacle && textObstacles[obstacle] };
}

/**
 * Assigns an unassigned case to the person who answered it, so that they are notified of the reply.
 * @returns whether anything changed
 */
async function changeAfter(
  trx: Transaction<Database>,
  found: Case,
  status: StatusAfterReply,
  actor: Actor,
  context: SendContext,
): Promise<boolean> {
  const canOwn =
    found.assignee_id === null &&
    (await trx
      .selectFrom("staff")
      .select("id")
      .where("id", "=", actor.staffId)
      .where("disabled_at", "is", null)
      .executeTakeFirst()) !== undefined;
  const edit = { status, ...(canOwn && { assigneeId: actor.staffId }) };
  return (await applyEdit(trx, found, edit, actor, context)).length > 0;
}
