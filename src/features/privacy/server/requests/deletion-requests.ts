import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { spamMark } from "../../../../platform/server/values/stored-record.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";
import { closePrivacyRequest } from "./close-request.ts";
import { addLog, findAnswerDue, insertSubmitted, type PrivacyCase } from "./privacy-case.ts";
import { composeLetter, keptText, sendLetter } from "./send-letter.ts";

/** Result of marking a deletion request as done; times are milliseconds since 1970. */
export type DeletionOutcome =
  | { readonly state: "done" | "done-before"; readonly time: number }
  | { readonly state: "not-found" }
  | { readonly state: "other-collection"; readonly collection: string };

/**
 * Locks a data deletion request, even if its case has not been created yet; undefined: there is
 * none.
 */
export async function lockDeletionRequest(
  trx: Transaction<Database>,
  reference: string,
): Promise<PrivacyCase | undefined> {
  const submission = await trx
    .selectFrom("submissions")
    .select(["id", "reference", "data", "email", "created_at", "spam_reason", "done_at"])
    .where("reference", "=", reference)
    .where("collection", "=", dataDeletionForm.collection)
    .executeTakeFirst();
  if (submission) await insertSubmitted(trx, submission, submission.done_at);
  return trx
    .selectFrom("privacy_cases")
    .selectAll()
    .where("reference", "=", reference)
    .where("kind", "=", "deletion")
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Marks a data deletion request as done and notifies the person by email, once, as the page
 * promises. The data was deleted by other means.
 */
export async function finishDeletionRequest(
  trx: Transaction<Database>,
  reference: string,
  now: number,
): Promise<DeletionOutcome> {
  const request = await lockDeletionRequest(trx, reference);
  if (!request) {
    const other = await trx
      .selectFrom("submissions")
      .select("collection")
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!other) return { state: "not-found" };
    return { state: "other-collection", collection: other.collection };
  }
  if (request.closed_at !== null) return { state: "done-before", time: Number(request.closed_at) };
  const closed = await closePrivacyRequest(trx, request, "done", { closed_by: null }, now);
  const letter = await composeLetter(trx, closed, "deleted", {
    further: [keptText],
    forget: true,
  });
  await addLog(trx, request, { kind: "privacy.done-at-command-line" }, now);
  await sendLetter(trx, request.id, letter, now);
  return { state: "done", time: now };
}

/** A data deletion request that is not done yet; times in ISO 8601. */
export interface OpenDeletion {
  readonly reference: string;
  readonly receivedAt: string;
  /** The deadline that /privacy promises. */
  readonly dueAt: string;
  readonly overdue: boolean;
  readonly name: string;
  readonly email: string;
  readonly supportId: string;
  readonly platform: string;
  readonly spam?: string;
}

/** Every open data deletion request, first due first. @param now milliseconds since 1970 */
export async function listOpenDeletions(
  db: Kysely<Database>,
  now: number,
): Promise<OpenDeletion[]> {
  const submitted = await db
    .selectFrom("submissions")
    .leftJoin("privacy_cases", "privacy_cases.id", "submissions.id")
    .select(["submissions.reference", "submissions.data", "submissions.created_at"])
    .select(["submissions.spam_reason", "privacy_cases.due_at"])
    .where("submissions.collection", "=", dataDeletionForm.collection)
    .where("submissions.done_at", "is", null)
    .execute();
  const entered = await db
    .selectFrom("privacy_cases")
    .select(["reference", "name", "email", "support_id", "received_at", "due_at"])
    .where("scope", "=", "open")
    .where("kind", "=", "deletion")
    .where("submission_id", "is", null)
    .execute();
  const requests = [
    ...submitted.map((row) => {
      const { name = "", email = "", supportId = "", platform = "" } = JSON.parse(row.data);
      const receivedAt = Number(row.created_at);
      const dueAt = Number(row.due_at ?? findAnswerDue(receivedAt));
      const { reference, spam_reason: spam } = row;
      return { reference, name, email, supportId, platform, receivedAt, dueAt, ...spamMark(spam) };
    }),
    ...entered.map(({ support_id: supportId, received_at, due_at, ...row }) => ({
      ...row,
      supportId,
      platform: "",
      receivedAt: Number(received_at),
      dueAt: Number(due_at),
    })),
  ];
  return requests
    .toSorted((a, b) => a.dueAt - b.dueAt)
    .map(({ receivedAt, dueAt, ...request }) => ({
      ...request,
      receivedAt: new Date(receivedAt).toISOString(),
      dueAt: new Date(dueAt).toISOString(),
      overdue: now > dueAt,
    }));
}
