import type { Kysely, Selectable, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email, EmailFile } from "../../../../platform/server/mail/outbox.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { formatDayOf } from "../../../../platform/server/values/calendar.ts";
import { readRoles } from "../../../staff/server/access/staff-session.ts";
import {
  mayReply,
  readStopReason,
  type StopReason,
} from "../../../staff/server/access/stopped-replies.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { queueText } from "../../../texts/server/outbox.ts";
import {
  conversationDays,
  conversationHeading,
  conversationSubject,
  firstSubject,
} from "../../contract/conversations.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { isBegunByStaff } from "../../contract/staff-begun.ts";
import { readKeptReference } from "../cases/merged-cases.ts";
import { conversationLink, type LinkContext } from "../conversation-page/link.ts";
import { type Owner, ownerColumns, ownerOf, ownerValues } from "../conversation-page/owner.ts";
import { queueConversationEmail } from "../conversation-page/queue-email.ts";
import { readEmailFiles } from "../reply-files/attached-files.ts";
import { lockReply } from "./lock-subject.ts";
import { noteDeliveries } from "./note-deliveries.ts";
import { returnToDraft } from "./schedule.ts";
import type { SendContext, Subject } from "./subject.ts";

/** Replies that one run sends. */
const batchSize = 50;

export async function sendDueReplies(context: SendContext): Promise<void> {
  const { database, now } = context;
  for (const { id } of await findDue(database.db, now())) {
    await database.write((trx) => sendReply(trx, id, context));
  }
  await noteDeliveries(context);
}

function findDue(db: Kysely<Database>, now: number) {
  return db
    .selectFrom("conversation_replies")
    .select("id")
    .where("entry_id", "is", null)
    .where((row) => row.or([row("send_at", "<=", now), row("stopped", "!=", "")]))
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
  const found = await lockReply(trx, id, context);
  // Undone, or sent by another node.
  if (!found) return;
  const { subject, reply } = found;
  if (reply.entry_id !== null || (reply.send_at > now && reply.stopped === "")) return;
  const { staff_id: staffId, staff_name: name, origin, text } = reply;
  const record = { ...subject.owner, reference: subject.reference };
  const stopped = await findStopReason(trx, reply);
  const reason = stopped ?? subject.endedSince(Number(reply.created_at));
  if (reason !== undefined) {
    const happened = { kind: "reply.stopped", data: { reason } } as const;
    await recordEvent(trx, { ...happened, actor: { staffId }, subject: record }, now);
    await returnToDraft(trx, reply, now);
    await subject.touch(now);
    return;
  }
  const entryId = orderedId();
  await trx
    .insertInto("conversation_entries")
    .values({
      id: entryId,
      ...ownerValues(subject.owner),
      at: now,
      kind: "reply",
      staff_id: staffId,
      text,
      mentions: "[]",
      via: null,
      source_key: null,
    })
    .execute();
  const queued = await queueReply(trx, subject, { id, text }, context);
  await trx
    .updateTable("conversation_replies")
    .set({ entry_id: entryId, ...queued, text: "", draft: "" })
    .where("id", "=", id)
    .execute();
  const actor: Actor = { staffId, name, origin };
  const happened = { kind: "reply.sent", data: { letter: reply.letter } } as const;
  await recordEvent(trx, { ...happened, actor, subject: record, audit: "change" }, now);
  await subject.finish(reply.status_after, actor);
}

/** Why the writer may no longer send it, read again: other nodes and commands change staff too. */
async function findStopReason(
  trx: Transaction<Database>,
  reply: Selectable<Database["conversation_replies"]>,
): Promise<StopReason | undefined> {
  const stored = readStopReason(reply.stopped);
  if (stored !== undefined) return stored;
  const writer = await trx
    .selectFrom("staff")
    .select(["roles", "disabled_at"])
    .where("id", "=", reply.staff_id)
    .executeTakeFirst();
  if (!writer || writer.disabled_at !== null) return "disabled";
  return mayReply(readRoles(writer.roles), ownerOf(reply).kind) ? undefined : "roles";
}

async function queueReply(
  trx: Transaction<Database>,
  { owner, form, reference, email, started, textTo }: Subject,
  { id, text }: { readonly id: string; readonly text: string },
  context: SendContext,
): Promise<{ readonly email_id: string } | { readonly text_id: string }> {
  const now = context.now();
  if (textTo !== undefined) {
    const reply = { kind: "reply", numberKey: textTo, body: text, caseId: owner.id } as const;
    const textId = await queueText(trx, reply, context);
    if (textId === undefined) throw new Error("The number takes no texts.");
    return { text_id: textId };
  }
  const isFirst = isBegunByStaff(form) && !(await hasSent(trx, owner));
  const subject = (isFirst ? firstSubject : conversationSubject)(form, reference, started);
  const addressed = { id: owner.id, form, reference, recipient: email, subject };
  const reply = composeReply(context, {
    ...addressed,
    text,
    files: await readEmailFiles(trx, id),
    now,
  });
  return {
    email_id: await queueConversationEmail(trx, { owner, reference }, reply, context, now),
  };
}

/** Whether an email of ours is in the conversation. */
async function hasSent(trx: Transaction<Database>, owner: Owner): Promise<boolean> {
  const row = await trx
    .selectFrom("conversation_sent_emails")
    .select("id")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sends a reply again whose email or text was abandoned.
 * @returns the reference of its subject, or of the case that this is merged into
 * @throws ApiError "not-found", also for a reply that needs no retry
 */
export async function retryReply(
  trx: Transaction<Database>,
  kind: ConversationKind,
  id: string,
  actor: Actor,
  context: SendContext,
): Promise<string> {
  const now = context.now();
  const found = await lockReply(trx, id, context, kind);
  if (!found || found.reply.failed_at === null) throw new ApiError("not-found");
  const { subject, reply } = found;
  if (subject.obstacle !== undefined) {
    throw new ApiError("case-changed", { message: subject.obstacle });
  }
  const entry = await trx
    .selectFrom("conversation_entries")
    .select("text")
    .where("id", "=", reply.entry_id)
    .executeTakeFirst();
  if (!entry) throw new ApiError("not-found");
  // Otherwise `ops mail retry` would send it a second time.
  await trx.deleteFrom("mail_outbox").where("id", "=", reply.email_id).execute();
  const queued = await queueReply(trx, subject, { id, text: entry.text }, context);
  await trx
    .updateTable("conversation_replies")
    .set({ ...queued, delivered_at: null, failed_at: null, failure: "" })
    .where("id", "=", id)
    .execute();
  const record = { ...subject.owner, reference: subject.reference };
  await recordEvent(trx, { kind: "reply.retried", actor, subject: record, audit: "change" }, now);
  await subject.touch(now);
  const { kind: ownerKind, id: ownerId } = subject.owner;
  // The page shows the conversation of the kept case.
  return ownerKind === "case" ? readKeptReference(trx, ownerId) : subject.reference;
}

interface OutgoingReply {
  /** Id of the case, which is its submission's, or of the application. */
  readonly id: string;
  readonly form: string;
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly files: readonly EmailFile[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

function composeReply(context: LinkContext, reply: OutgoingReply): Email {
  const { id, form, reference, recipient, subject, text, files, now } = reply;
  const until = formatDayOf(now + days(conversationDays));
  return composeEmail({
    kind: "reply",
    recipient,
    subject,
    files,
    heading: conversationHeading(form, reference),
    lines: text.split(/\n{2,}/).map((part) => part.trim()),
    button: { label: "Read and answer", url: conversationLink(context, id) },
    footnote: `The page with your messages works until ${until}. It is yours: please do not pass this email on.`,
  });
}
