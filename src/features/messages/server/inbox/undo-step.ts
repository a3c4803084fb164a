import { sql, type Transaction } from "kysely";
import { undoSeconds } from "../../../../platform/contract/desk/undo.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { undoEvents } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { type CaseBefore, restoredColumns, storeCase } from "../cases/save-case.ts";
import { type Case, lockCase } from "./lock-case.ts";

/** How long an undo is accepted: the request may arrive late. */
export const undoLifetimeMs = seconds(undoSeconds + 5);

/** A case before a change, and its version after it: all that an undo needs. */
export interface UndoStep {
  readonly reference: string;
  readonly version: number;
  readonly columns: CaseBefore;
  readonly tags: readonly string[];
  readonly spamReason: string | null;
  /** Ids of the events of the change. */
  readonly events: readonly string[];
  /** When it was changed, in milliseconds since 1970. */
  readonly at: number;
}

type BeforeChange = Pick<UndoStep, "columns" | "tags" | "spamReason">;

export async function readBefore(trx: Transaction<Database>, before: Case): Promise<BeforeChange> {
  const submission = await trx
    .selectFrom("submissions")
    .select("spam_reason")
    .where("id", "=", before.id)
    .executeTakeFirst();
  const columns = Object.fromEntries(restoredColumns.map((name) => [name, before[name]]));
  return {
    columns: columns as CaseBefore,
    tags: await readTags(trx, before.id),
    spamReason: submission?.spam_reason ?? null,
  };
}

/**
 * Brings a case back to what it was before a change: status, owner, clocks, tags, spam mark and
 * history. The audit log keeps the change and says that it was undone.
 * @returns whether it did; not if the case changed since
 */
export async function undoStep(
  trx: Transaction<Database>,
  { reference, version, columns, tags, spamReason, events, at }: UndoStep,
  actor: Actor,
  now: number,
): Promise<boolean> {
  const present = await lockCase(trx, reference);
  if (present?.version !== version) return false;
  const { id, active_at, number } = present;
  await trx
    .updateTable("submissions")
    .set({ spam_reason: spamReason })
    .where("id", "=", id)
    .execute();
  if (columns.scope === "spam") await withdrawReceipt(trx, id, at);
  await trx.deleteFrom("case_tags").where("case_id", "=", id).execute();
  if (tags.length > 0) {
    const { scope } = present;
    await trx
      .insertInto("case_tags")
      .values(tags.map((tag) => ({ case_id: id, tag, scope, active_at, number })))
      .execute();
  }
  await storeCase(trx, present, columns, now);
  await undoEvents(trx, events, actor, now);
  return true;
}

/** Deletes the receipt that "Not spam" queued, if it is not sent yet. */
async function withdrawReceipt(
  trx: Transaction<Database>,
  caseId: string,
  at: number,
): Promise<void> {
  const withdrawn = await trx
    .deleteFrom("mail_outbox")
    .where("id", "in", (db) =>
      db
        .selectFrom("conversation_sent_emails")
        .select("id")
        .where("case_id", "=", caseId)
        .where("kind", "=", "acknowledgement")
        .where("at", "=", at),
    )
    .where("sent_at", "is", null)
    .where(sql<boolean>`leased_until < ${at}`)
    .returning("id")
    .execute();
  if (withdrawn.length === 0) return;
  await trx
    .deleteFrom("conversation_sent_emails")
    .where(
      "id",
      "in",
      withdrawn.map(({ id }) => id),
    )
    .execute();
}

export async function readTags(trx: Transaction<Database>, caseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("case_tags")
    .select("tag")
    .where("case_id", "=", caseId)
    .execute();
  return rows.map(({ tag }) => tag);
}
