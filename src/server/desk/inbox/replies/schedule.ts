import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import {
  blankError,
  fillPlaceholders,
  findPlaceholders,
  knownValues,
} from "../../../../contract/desk/placeholders.ts";
import {
  type NewReply,
  replyLimits,
  type SendingReply,
  sendDelaySeconds,
} from "../../../../contract/desk/replies.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { seconds } from "../../../platform/durations.ts";
import { orderedId } from "../../../platform/ordered-id.ts";
import type { Actor } from "../../audit/write-audit.ts";
import { describeConflict, lockCase } from "../change/change-case.ts";
import { readDraft, removeDraft, storeDraft } from "./drafts.ts";

type Case = Selectable<Database["cases"]>;

/** Somebody on the staff who writes. */
interface Writer extends Actor {
  readonly staffId: string;
}

/**
 * Makes a reply due in `sendDelaySeconds`: the row decides, so it is sent once whatever happens to
 * this process. The draft goes with it.
 * @param now milliseconds since 1970
 * @throws ApiError "not-found", "case-changed", "invalid" for a text that cannot go out
 */
export async function scheduleReply(
  trx: Transaction<Database>,
  reference: string,
  { version, ...reply }: NewReply & { readonly version: number },
  writer: Writer,
  now: number,
): Promise<void> {
  const found = await lockCase(trx, reference);
  if (!found) throw new ApiError("not-found");
  const sending = await findSending(trx, found.id);
  if (sending) {
    throw new ApiError("case-changed", {
      message: `${sending.staff_name} is sending a reply to this right now.`,
    });
  }
  if (found.version !== version) throw await describeConflict(trx, found.id);
  const text = fillReply(found, reply, writer.name);
  await trx
    .insertInto("case_replies")
    .values({
      id: orderedId(),
      case_id: found.id,
      staff_id: writer.staffId,
      staff_name: writer.name,
      origin: writer.origin,
      created_at: now,
      send_at: now + seconds(sendDelaySeconds),
      text,
      draft: JSON.stringify(reply),
      template: await findTemplateName(trx, reply.templateId, writer.staffId),
      status_after: reply.statusAfter,
      entry_id: null,
      email_id: null,
      delivered_at: null,
      failed_at: null,
      failure: "",
    })
    .execute();
  await removeDraft(trx, found.id, writer.staffId);
  await touchCase(trx, found.id, now);
}

/**
 * Takes one's own reply back that is not sent yet; it becomes the draft again.
 * @returns the case's reference
 * @throws ApiError "not-found", "link-expired" if it is sent
 */
export async function undoReply(
  trx: Transaction<Database>,
  id: string,
  staffId: string,
  now: number,
): Promise<string> {
  const reply = await lockReply(trx, id);
  if (!reply || reply.staff_id !== staffId) throw new ApiError("not-found");
  if (reply.entry_id !== null) {
    throw new ApiError("link-expired", { message: "It is too late to undo this: it is sent." });
  }
  await trx.deleteFrom("case_replies").where("id", "=", id).execute();
  await storeDraft(trx, reply.case_id, staffId, JSON.parse(reply.draft), now);
  await touchCase(trx, reply.case_id, now);
  return reply.reference;
}

/** A reply with its case's reference, locked until the commit. */
export async function lockReply(trx: Transaction<Database>, id: string) {
  // The case first, as everywhere, so that two transactions never wait for each other.
  const owner = await trx
    .selectFrom("case_replies")
    .innerJoin("cases", "cases.id", "case_replies.case_id")
    .select("cases.reference")
    .where("case_replies.id", "=", id)
    .executeTakeFirst();
  if (!owner || !(await lockCase(trx, owner.reference))) return undefined;
  const reply = await trx
    .selectFrom("case_replies")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return reply && { ...reply, reference: owner.reference };
}

/** Gives an unsent reply back to its writer as a draft, below what they have begun since. */
export async function returnToDraft(
  trx: Transaction<Database>,
  { id, case_id: caseId, staff_id: staffId, draft }: Selectable<Database["case_replies"]>,
  now: number,
): Promise<void> {
  await trx.deleteFrom("case_replies").where("id", "=", id).execute();
  const reply: NewReply = JSON.parse(draft);
  const begun = await readDraft(trx, caseId, staffId);
  const text = begun ? `${begun.text}\n\n${reply.text}` : reply.text;
  await storeDraft(trx, caseId, staffId, { ...reply, text }, now);
  await touchCase(trx, caseId, now);
}

/** Counts a change of a case that none of its own columns shows. */
export async function touchCase(
  trx: Transaction<Database>,
  id: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", id)
    .execute();
}

/** The reply of a case that is about to be sent. */
function findSending(db: Kysely<Database>, caseId: string) {
  return db
    .selectFrom("case_replies")
    .select(["id", "staff_id", "staff_name", "send_at"])
    .where("case_id", "=", caseId)
    .where("entry_id", "is", null)
    .executeTakeFirst();
}

/** The reply of a case that is about to be sent, as pages show it. @param now milliseconds since 1970 */
export async function readSending(
  db: Kysely<Database>,
  caseId: string,
  now: number,
): Promise<SendingReply | null> {
  const row = await findSending(db, caseId);
  if (!row) return null;
  return { id: row.id, staffId: row.staff_id, inMs: Math.max(0, Number(row.send_at) - now) };
}

/** @throws ApiError "invalid" for a case without address, no text or a blank */
function fillReply(
  { name, email, reference }: Case,
  { text, blanks }: NewReply,
  writer: string,
): string {
  if (email === "") {
    throw new ApiError("invalid", { fields: { text: "This person gave no email address." } });
  }
  const known = knownValues({ name, reference }, writer);
  const filled = fillPlaceholders(fillPlaceholders(text, known), blanks).trim();
  const missing = findPlaceholders(filled);
  if (missing.length > 0) {
    const fields = missing.map((one) => [`blanks.${one}`, blankError(one)]);
    throw new ApiError("invalid", { fields: Object.fromEntries(fields) });
  }
  if (filled.length > replyLimits.text) {
    const max = replyLimits.text.toLocaleString("en-US");
    throw new ApiError("invalid", { fields: { text: `Write at most ${max} characters.` } });
  }
  return filled;
}

async function findTemplateName(
  trx: Transaction<Database>,
  id: string,
  staffId: string,
): Promise<string> {
  if (id === "") return "";
  const row = await trx
    .selectFrom("reply_templates")
    .select("name")
    .where("id", "=", id)
    .where((row) => row.or([row("staff_id", "=", staffId), row("is_shared", "=", 1)]))
    .executeTakeFirst();
  return row?.name ?? "";
}
