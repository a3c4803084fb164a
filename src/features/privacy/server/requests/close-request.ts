import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { CaseStatus } from "../../../messages/contract/inbox.ts";
import { recordAnswer } from "../../../messages/server/cases/answers.ts";
import { saveCase } from "../../../messages/server/cases/save-case.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { revokeLinks } from "./links.ts";
import { isLate, type PrivacyCase, savePrivacyRequest } from "./privacy-case.ts";

type Closing = Pick<PrivacyCase, "closed_by"> &
  Partial<Pick<PrivacyCase, "denial_reason" | "receipt" | "appeal_decided_at" | "appeal_reason">>;

/**
 * Closes a request, and the inbox message that it came with. The links of the identity check end;
 * those to a copy and for an appeal are kept.
 */
export async function closePrivacyRequest(
  trx: Transaction<Database>,
  request: PrivacyCase,
  status: "done" | "denied",
  columns: Closing,
  now: number,
): Promise<PrivacyCase> {
  await revokeLinks(trx, request.id, ["identity"]);
  if (request.submission_id !== null) await closeMessage(trx, request.submission_id, now);
  return savePrivacyRequest(
    trx,
    request,
    {
      ...columns,
      status,
      closed_at: now,
      in_time: isLate(Number(request.due_at), now) ? 0 : 1,
    },
    now,
  );
}

async function closeMessage(
  trx: Transaction<Database>,
  submissionId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("submissions")
    .set({ done_at: now })
    .where("id", "=", submissionId)
    .execute();
  const found = await trx
    .selectFrom("cases")
    .selectAll()
    .where("id", "=", submissionId)
    .forUpdate()
    .executeTakeFirst();
  if (found?.scope !== "open") return;
  const data = { from: found.status as CaseStatus, to: "done" } as const;
  const subject = { kind: "case", id: found.id } as const;
  await recordEvent(trx, { kind: "case.status", data, subject }, now);
  // The letter about the decision is the answer.
  const answered = await recordAnswer(trx, found, now);
  await saveCase(trx, answered, { status: "done" }, now);
}
