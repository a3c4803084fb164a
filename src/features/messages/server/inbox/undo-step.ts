import { type Selectable, sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { undoEvents } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { markStale } from "../cases/index-cases.ts";
import { type CaseBefore, restoredColumns, storeCase } from "../cases/save-case.ts";
import { type Case, lockCase } from "./lock-case.ts";

/** A case before a change, and its version after it: all that an undo needs. */
export interface UndoStep {
  readonly reference: string;
  readonly version: number;
  readonly columns: CaseBefore;
  readonly tags: readonly string[];
  readonly spamReason: string | null;
  /** Ids of the events of the change. */
  readonly events: readonly string[];
  /** If the change was one of these. */
  readonly links?: CaseLinks;
  readonly call?: LoggedCall;
  /** When it was changed, in milliseconds since 1970. */
  readonly at: number;
}

/** The rows that link a case to others. */
interface CaseLinks {
  readonly merge: Selectable<Database["case_merges"]> | null;
  /** In both directions. */
  readonly relations: readonly Selectable<Database["case_relations"]>[];
}

/** The entry of a logged call, and the call that we owed before. */
interface LoggedCall {
  readonly entryId: string;
  readonly back: Selectable<Database["case_call_backs"]> | null;
}

type BeforeChange = Pick<UndoStep, "columns" | "tags" | "spamReason">;

export async function readBefore(trx: Transaction<Database>, before: Case): Promise<BeforeChange> {
  const submission = await trx
    .selectFrom("submissions")
    .select("spam_reason")
    .where("id", "=", before.id)
    .executeTakeFirst();
  return {
    columns: columnsOf(before),
    tags: await readTags(trx, before.id),
    spamReason: submission?.spam_reason ?? null,
  };
}

export function columnsOf(found: Case): CaseBefore {
  return Object.fromEntries(restoredColumns.map((name) => [name, found[name]])) as CaseBefore;
}

export async function readLinks(trx: Transaction<Database>, id: string): Promise<CaseLinks> {
  const merge = await trx
    .selectFrom("case_merges")
    .selectAll()
    .where("case_id", "=", id)
    .executeTakeFirst();
  const relations = await trx
    .selectFrom("case_relations")
    .selectAll()
    .where((row) => row.or([row("case_id", "=", id), row("other_id", "=", id)]))
    .execute();
  return { merge: merge ?? null, relations };
}

/** Replaces the links of a case; those to deleted cases are gone. */
async function restoreLinks(
  trx: Transaction<Database>,
  id: string,
  { merge, relations }: CaseLinks,
): Promise<void> {
  await trx.deleteFrom("case_merges").where("case_id", "=", id).execute();
  await trx
    .deleteFrom("case_relations")
    .where((row) => row.or([row("case_id", "=", id), row("other_id", "=", id)]))
    .execute();
  const others = [merge?.kept_id ?? "", ...relations.map((row) => row.other_id)];
  const rows = await trx.selectFrom("cases").select("id").where("id", "in", others).execute();
  const present = new Set([id, ...rows.map((row) => row.id)]);
  const left = relations.filter((row) => present.has(row.case_id) && present.has(row.other_id));
  if (merge && present.has(merge.kept_id)) {
    await trx.insertInto("case_merges").values(merge).execute();
  }
  if (left.length > 0) await trx.insertInto("case_relations").values(left).execute();
}

/**
 * Brings a case back to what it was before a change: status, owner, clocks, tags, spam mark and
 * history. The audit log keeps the change and says that it was undone.
 * @returns whether it did; not if the case changed since
 */
export async function undoStep(
  trx: Transaction<Database>,
  { reference, version, columns, tags, spamReason, events, links, call, at }: UndoStep,
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
  if (links) await restoreLinks(trx, id, links);
  if (call) await withdrawCall(trx, id, call);
  await storeCase(trx, present, columns, now);
  await undoEvents(trx, events, actor, now);
  return true;
}

async function withdrawCall(
  trx: Transaction<Database>,
  caseId: string,
  { entryId, back }: LoggedCall,
): Promise<void> {
  await trx.deleteFrom("conversation_entries").where("id", "=", entryId).execute();
  await trx.deleteFrom("case_call_backs").where("case_id", "=", caseId).execute();
  if (back) await trx.insertInto("case_call_backs").values(back).execute();
  await markStale(trx, caseId);
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
