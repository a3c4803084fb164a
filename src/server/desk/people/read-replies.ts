import type { Kysely } from "kysely";
import {
  maxPersonReplies,
  type PersonCase,
  type PersonResponse,
} from "../../../contract/desk/people.ts";
import type { Database } from "../../platform/db/schema.ts";
import { toDelivery } from "../inbox/replies/delivery.ts";

/**
 * The newest replies to these messages. Emails that went by themselves are not among them: once
 * sent, the outbox keeps no address.
 */
export async function readReplies(
  db: Kysely<Database>,
  cases: readonly PersonCase[],
): Promise<PersonResponse["replies"]> {
  if (cases.length === 0) return [];
  const formOf = new Map(cases.map(({ reference, form }) => [reference, form]));
  const rows = await db
    .selectFrom("case_replies")
    .innerJoin("cases", "cases.id", "case_replies.case_id")
    .leftJoin("mail_outbox", "mail_outbox.id", "case_replies.email_id")
    .selectAll("case_replies")
    .select(["cases.reference", "mail_outbox.failure as wait_failure"])
    .where("cases.reference", "in", [...formOf.keys()])
    .where("case_replies.entry_id", "is not", null)
    .orderBy("case_replies.send_at", "desc")
    .limit(maxPersonReplies)
    .execute();
  return rows.flatMap((row) => {
    const { state, reason } = toDelivery(row, row.wait_failure);
    const form = formOf.get(row.reference);
    if (!form) return [];
    return {
      id: row.id,
      reference: row.reference,
      form,
      staffId: row.staff_id,
      at: new Date(Number(row.send_at)).toISOString(),
      delivery: { state, reason },
    };
  });
}
