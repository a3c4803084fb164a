import { sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isOpenRequest } from "../../../privacy/server/requests/find-request.ts";
import type { Actor } from "../../../staff/server/audit/write-audit.ts";
import { type StatusAfterReply, statusesAfterReply } from "../../contract/replies/replies.ts";
import { readStartedSubject } from "../cases/emailed-case.ts";
import { markStale } from "../cases/index-cases.ts";
import { addHistory } from "../cases/save-case.ts";
import { recordAnswer } from "../clocks/answers.ts";
import { applyEdit, describeConflict } from "../inbox/change-case.ts";
import { type Case, lockCase } from "../inbox/lock-case.ts";
import type { SendContext, Subject } from "./subject.ts";

/** The case with a reference, locked; undefined without. */
export async function lockCaseSubject(
  trx: Transaction<Database>,
  reference: string,
  context: SendContext,
): Promise<Subject | undefined> {
  const found = await lockCase(trx, reference);
  if (!found) return undefined;
  const { id, form, name, email, version } = found;
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
    obstacle: undefined,
    endedSince: () =>
      found.status === "taken-back" ? "the customer took the message back" : undefined,
    describeConflict: () => describeConflict(trx, id),
    touch,
    addHistory: (staffId, what, now) => addHistory(trx, id, staffId, what, now),
    finish: async (status, actor) => {
      const now = context.now();
      const answered = await recordAnswer(trx, found, now);
      const asked = statusesAfterReply.find((one) => one === status) ?? statusesAfterReply[0];
      // A request to delete data is closed by its privacy case.
      const next = asked === "done" && (await isOpenRequest(trx, found)) ? "waiting" : asked;
      if (!(await changeAfter(trx, answered, next, actor, context))) await touch(now);
      await markStale(trx, id);
    },
  };
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
