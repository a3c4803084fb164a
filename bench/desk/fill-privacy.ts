import { sql } from "kysely";
import { dataDeletionForm } from "../../src/features/privacy/contract/data-deletion.ts";
import { days } from "../../src/platform/contract/durations.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";

/** Deadline for an answer, in milliseconds; the same as for real requests. */
const answerMs = days(45);

/**
 * Creates a privacy request for each case of the data deletion form: those of the last 45 days are
 * open, the others done. @returns references of some open ones
 */
export async function fillPrivacy(
  { db, write }: DatabaseClient,
  now: number,
): Promise<readonly string[]> {
  const isOpen = sql`cases.created_at > ${sql.lit(now - answerMs)}`;
  const closedAt = sql`case when ${isOpen} then null else cases.created_at + ${days(20)} end`;
  await write((trx) =>
    sql`
      insert into privacy_cases (
        id, reference, submission_id, kind, source, name, email, support_id, status, scope,
        received_at, due_at, identity_how, extension_reason, closed_at, in_time, denial_reason,
        receipt, appeal_text, appeal_reason, version
      )
      select cases.id, cases.reference, cases.id, 'deletion', 'form', cases.name, cases.email, '',
        case when ${isOpen} then 'received' else 'done' end,
        case when ${isOpen} then 'open' else 'closed' end,
        cases.created_at, cases.created_at + ${sql.lit(answerMs)}, '', '', ${closedAt},
        case when ${isOpen} then null else 1 end, '', '', '', '', 1
      from cases where cases.form = ${sql.lit(dataDeletionForm.collection)}`.execute(trx),
  );
  const rows = await db
    .selectFrom("privacy_cases")
    .select("reference")
    .where("scope", "=", "open")
    .orderBy("id")
    .limit(200)
    .execute();
  return rows.map(({ reference }) => reference);
}
