import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { addLog, logLetter, type StaffActor } from "./privacy-case.ts";

const batchSize = 100;

/**
 * Stores which letters were sent or abandoned, since the outbox deletes them. A letter without an
 * outbox row was sent, since the row is deleted then.
 */
export async function noteDeliveries(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  now: number,
): Promise<void> {
  const settled = await db
    .selectFrom("privacy_letters")
    .leftJoin("mail_outbox", "mail_outbox.id", "privacy_letters.email_id")
    .select(["privacy_letters.id", "privacy_letters.case_id", "privacy_letters.title"])
    .select(["mail_outbox.id as found", "mail_outbox.sent_at", "mail_outbox.failed_at"])
    .select("mail_outbox.failure")
    .where("privacy_letters.delivered_at", "is", null)
    .where("privacy_letters.failed_at", "is", null)
    .where((row) =>
      row.or([
        row("mail_outbox.id", "is", null),
        row("mail_outbox.sent_at", "is not", null),
        row("mail_outbox.failed_at", "is not", null),
      ]),
    )
    .limit(batchSize)
    .execute();
  for (const { id, case_id: caseId, title, found, sent_at, failed_at, failure } of settled) {
    const isFailed = found !== null && sent_at === null;
    await write(async (trx) => {
      const noted = await trx
        .updateTable("privacy_letters")
        .set({
          delivered_at: isFailed ? null : Number(sent_at ?? now),
          failed_at: isFailed ? failed_at : null,
          failure: failure ?? "",
        })
        .where("id", "=", id)
        .where("delivered_at", "is", null)
        .where("failed_at", "is", null)
        .returning("id")
        .execute();
      if (isFailed && noted.length > 0) {
        const failed = { kind: "privacy.letter-undelivered", data: { title } } as const;
        await addLog(trx, { id: caseId }, failed, now);
      }
    });
  }
}

/**
 * Sends an abandoned letter again.
 * @returns the request's id
 * @throws ApiError "not-found", also for a letter that needs no retry
 */
export async function retryLetter(
  trx: Transaction<Database>,
  id: string,
  actor: StaffActor,
  now: number,
): Promise<string> {
  const letter = await trx
    .updateTable("privacy_letters")
    .set({ failed_at: null, failure: "" })
    .where("id", "=", id)
    .where("failed_at", "is not", null)
    .returning(["case_id", "email_id", "title"])
    .executeTakeFirst();
  if (!letter) throw new ApiError("not-found");
  const again = await trx
    .updateTable("mail_outbox")
    .set({ failed_at: null, attempts: 0, leased_until: 0, created_at: now, next_try_at: now })
    .where("id", "=", letter.email_id)
    .returning("id")
    .execute();
  // The outbox keeps abandoned emails only for some weeks.
  if (again.length === 0) throw new ApiError("not-found");
  const { case_id: caseId, title } = letter;
  await logLetter(trx, { id: caseId }, { kind: "privacy.letter-retried", title, actor }, now);
  return caseId;
}
