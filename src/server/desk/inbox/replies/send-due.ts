import type { Kysely, Selectable, Transaction } from "kysely";
import type { StatusAfterReply } from "../../../../contract/desk/replies.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { queueEmail } from "../../../platform/mail/outbox.ts";
import { orderedId } from "../../../platform/ordered-id.ts";
import { recordAnswer } from "../../../records/cases/answers.ts";
import { reindexCase } from "../../../records/cases/make-cases.ts";
import { addHistory } from "../../../records/cases/save-case.ts";
import { type Actor, writeAudit } from "../../audit/write-audit.ts";
import { applyEdit, type ChangeContext, lockCase } from "../change/change-case.ts";
import { composeReply, type MailContext } from "./reply-email.ts";
import { lockReply, returnToDraft, touchCase } from "./schedule.ts";

/** Replies that one run sends, and deliveries that it notes. */
const batchSize = 50;

type Case = Selectable<Database["cases"]>;

/** What sending takes. */
interface SendContext extends ChangeContext, MailContext {
  readonly database: DatabaseClient;
}

/** Sends the replies whose time has come, and notes which emails went out or were given up. */
export async function sendDueReplies(context: SendContext): Promise<void> {
  const { database, now } = context;
  for (const { id } of await findDue(database.db, now())) {
    await database.write((trx) => sendReply(trx, id, context));
  }
  for (const { id } of await findSettled(database.db)) {
    await database.write((trx) => noteDelivery(trx, id, now()));
  }
}

function findDue(db: Kysely<Database>, now: number) {
  return db
    .selectFrom("case_replies")
    .select("id")
    .where("entry_id", "is", null)
    .where("send_at", "<=", now)
    .orderBy("send_at")
    .limit(batchSize)
    .execute();
}

/** Entry, email, status, history and audit log change together: the reply is sent once or not at all. */
async function sendReply(
  trx: Transaction<Database>,
  id: string,
  context: SendContext,
): Promise<void> {
  const now = context.now();
  const reply = await lockReply(trx, id);
  // Taken back, or sent by another node.
  if (!reply || reply.entry_id !== null || reply.send_at > now) return;
  const found = await lockCase(trx, reply.reference);
  if (!found) return;
  const { staff_id: staffId, staff_name: name, origin, text } = reply;
  if (found.status === "taken-back") {
    const what = "Reply not sent: the person took the message back";
    await addHistory(trx, found.id, staffId, what, now);
    await returnToDraft(trx, reply, now);
    return;
  }
  const entryId = orderedId();
  await trx
    .insertInto("case_entries")
    .values({
      id: entryId,
      case_id: found.id,
      at: now,
      kind: "reply",
      staff_id: staffId,
      text,
      mentions: "[]",
      via: null,
      source_key: null,
    })
    .execute();
  const emailId = await queueReply(trx, found, text, context);
  await trx
    .updateTable("case_replies")
    .set({ entry_id: entryId, email_id: emailId, text: "", draft: "" })
    .where("id", "=", id)
    .execute();
  const actor: Actor = { staffId, name, origin };
  await addHistory(trx, found.id, staffId, "Sent a reply", now);
  const act = { kind: "change", what: "Sent a reply", target: found.reference } as const;
  await writeAudit(trx, actor, act, now);
  await recordAnswer(trx, found, now);
  await changeAfter(
    trx,
    { ...found, answered_at: found.answered_at ?? now },
    reply.status_after as StatusAfterReply,
    actor,
    context,
  );
  await reindexCase(trx, context.database.engine, found.id);
}

/** A case that nobody had belongs to who answered it, so that they hear of the answer. */
async function changeAfter(
  trx: Transaction<Database>,
  found: Case,
  status: StatusAfterReply,
  actor: Actor,
  context: SendContext,
): Promise<void> {
  const canOwn =
    found.assignee_id === null &&
    (await trx
      .selectFrom("staff")
      .select("id")
      .where("id", "=", actor.staffId)
      .where("disabled_at", "is", null)
      .executeTakeFirst()) !== undefined;
  const edit = { status, ...(canOwn && { assigneeId: actor.staffId }) };
  if (!(await applyEdit(trx, found, edit, actor, context))) {
    await touchCase(trx, found.id, context.now());
  }
}

async function queueReply(
  trx: Transaction<Database>,
  { id, form, reference, email }: Case,
  text: string,
  context: SendContext,
): Promise<string> {
  const now = context.now();
  const reply = { caseId: id, form, reference, recipient: email, text, now };
  return queueEmail(trx, composeReply(context, reply), now);
}

/** Replies whose email was sent or given up, which their rows do not say yet. */
function findSettled(db: Kysely<Database>) {
  return db
    .selectFrom("case_replies")
    .innerJoin("mail_outbox", "mail_outbox.id", "case_replies.email_id")
    .select("case_replies.id")
    .where("case_replies.delivered_at", "is", null)
    .where((row) =>
      row.or([
        row("mail_outbox.sent_at", "is not", null),
        row.and([
          row("mail_outbox.failed_at", "is not", null),
          row("case_replies.failed_at", "is", null),
        ]),
      ]),
    )
    .limit(batchSize)
    .execute();
}

/** Copies the outcome from the outbox, which forgets it after some weeks; pages hear of it. */
async function noteDelivery(trx: Transaction<Database>, id: string, now: number): Promise<void> {
  const reply = await lockReply(trx, id);
  if (!reply) return;
  const email = await trx
    .selectFrom("mail_outbox")
    .select(["sent_at", "failed_at", "failure"])
    .where("id", "=", reply.email_id)
    .executeTakeFirst();
  if (!email) return;
  await trx
    .updateTable("case_replies")
    .set({
      delivered_at: email.sent_at,
      failed_at: email.sent_at === null ? email.failed_at : null,
      failure: email.failure ?? "",
    })
    .where("id", "=", id)
    .execute();
  if (email.sent_at === null && email.failed_at !== null) {
    await addHistory(trx, reply.case_id, null, "Reply not delivered", now);
  }
  await touchCase(trx, reply.case_id, now);
}

/**
 * Sends the email of a reply again that was given up.
 * @returns the case's reference
 * @throws ApiError "not-found", also for a reply that needs no further try
 */
export async function retryReply(
  trx: Transaction<Database>,
  id: string,
  actor: Actor,
  context: SendContext,
): Promise<string> {
  const now = context.now();
  const reply = await lockReply(trx, id);
  if (!reply || reply.failed_at === null) throw new ApiError("not-found");
  const found = await lockCase(trx, reply.reference);
  const entry = await trx
    .selectFrom("case_entries")
    .select("text")
    .where("id", "=", reply.entry_id)
    .executeTakeFirst();
  if (!found || !entry) throw new ApiError("not-found");
  // Or `ops mail retry` would send it a second time.
  await trx.deleteFrom("mail_outbox").where("id", "=", reply.email_id).execute();
  const emailId = await queueReply(trx, found, entry.text, context);
  await trx
    .updateTable("case_replies")
    .set({ email_id: emailId, failed_at: null, failure: "" })
    .where("id", "=", id)
    .execute();
  const what = "Tried again to send a reply";
  await addHistory(trx, found.id, actor.staffId, what, now);
  await writeAudit(trx, actor, { kind: "change", what, target: found.reference }, now);
  await touchCase(trx, found.id, now);
  return found.reference;
}
