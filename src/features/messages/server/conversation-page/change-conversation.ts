import { setTimeout as wait } from "node:timers/promises";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { staffEmailFor } from "../../../../platform/server/config/staff-emails.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import {
  type ConversationAct,
  conversationHeading,
  conversationSubject,
} from "../../contract/conversations.ts";
import { makeCases } from "../cases/make-cases.ts";
import type { MessageFileTable } from "../reply-files/tables.ts";
import { lockApplicationConversation } from "./application-conversation.ts";
import { lockCaseConversation } from "./case-conversation.ts";
import { conversationLink } from "./link.ts";
import type { ConversationContext, LockedConversation } from "./locked-conversation.ts";
import { type Owner, ownerValues } from "./owner.ts";
import { queueConversationEmail } from "./queue-email.ts";

interface NewMessage {
  readonly text: string;
  /** Idempotency key: a second message with the same key is the same message. */
  readonly sourceKey: string;
  /** Who wrote it for the person, if a helper did. */
  readonly writer?: string | undefined;
  /** False: the person needs no copy by email. */
  readonly hasCopy?: boolean;
  /** The program that delivered it from an app, with its files, which are stored. */
  readonly fromApp?: {
    readonly by: Actor;
    readonly files: readonly Omit<MessageFileTable, "case_id" | "entry_id" | "at">[];
  };
}

/** A job creates the cases of new submissions; the person may write before it has run. */
const caseWaitMs = 100;
const caseTries = 50;

/** Makes sure that a submission has its case; applications need none. @throws ApiError "not-found" */
export async function requireCase(
  { database, now }: Pick<ConversationContext, "database" | "now">,
  { kind, id }: Owner,
): Promise<void> {
  if (kind !== "case") return;
  for (let tries = 0; tries < caseTries; tries += 1) {
    const found = await database.db
      .selectFrom("cases")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (found) return;
    // Another node may be creating it.
    if (!(await makeCases(database, now())) && tries > 0) await wait(caseWaitMs);
  }
  throw new ApiError("not-found");
}

/** Locks a conversation until the commit. @throws ApiError "not-found" */
export function lockConversation(
  trx: Transaction<Database>,
  { kind, id }: Owner,
  context: ConversationContext,
): Promise<LockedConversation> {
  return kind === "case"
    ? lockCaseConversation(trx, id, context)
    : lockApplicationConversation(trx, id, context);
}

/**
 * Adds a message that the person wrote on the page or in an app: the conversation then waits for our
 * reply, its assignee is notified, and the person gets a copy by email, unless an app shows it.
 * @returns false if the same message was added before
 * @throws ApiError "not-found"
 */
export async function addMessage(
  trx: Transaction<Database>,
  owner: Owner,
  { text, sourceKey, writer, fromApp, hasCopy = !fromApp }: NewMessage,
  context: ConversationContext,
): Promise<boolean> {
  const found = await lockConversation(trx, owner, context);
  const at = context.now();
  const added = await trx
    .insertInto("conversation_entries")
    .values({
      id: orderedId(),
      ...ownerValues(owner),
      at,
      kind: "message",
      staff_id: null,
      text,
      mentions: "[]",
      via: fromApp ? "app" : "page",
      source_key: sourceKey,
    })
    .onConflict((conflict) => conflict.column("source_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return false;
  if (fromApp && fromApp.files.length > 0) {
    const of = { case_id: owner.id, entry_id: added.id, at };
    const rows = fromApp.files.map((file) => ({ ...file, ...of }));
    await trx.insertInto("case_message_files").values(rows).execute();
  }
  await found.receive(text, fromApp ? "answered-in-app" : "answered-on-page", fromApp?.by);
  if (found.notifiesStaff) await notifyStaff(trx, found, context);
  if (hasCopy) await sendCopy(trx, owner, found, { text, writer }, context);
  return true;
}

/** Ends a conversation at the person's request. @throws ApiError "not-found" */
export async function closeConversation(
  trx: Transaction<Database>,
  owner: Owner,
  how: Exclude<ConversationAct, "message">,
  context: ConversationContext,
): Promise<void> {
  const found = await lockConversation(trx, owner, context);
  await found.close(how);
}

const happened = {
  message: { subject: "New answer", line: "There is a new message in" },
  document: { subject: "New document", line: "The applicant added a document to" },
  undelivered: {
    subject: "Not delivered",
    line: "A reply could not be delivered. Check the address, or call instead:",
  },
} as const;

/** Notifies the assignee; without one, the address that is notified of new forms, if set. */
export async function notifyStaff(
  trx: Transaction<Database>,
  { colleagueId, form, reference, notice: { name, path } }: LockedConversation,
  { config, origin, now }: ConversationContext,
  what: keyof typeof happened = "message",
): Promise<void> {
  const { subject, line } = happened[what];
  const colleague = await trx
    .selectFrom("staff")
    .select("email")
    .where("id", "=", colleagueId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const recipient = colleague?.email ?? staffEmailFor(config.staffEmails, form);
  if (recipient === undefined) return;
  const notice = composeEmail({
    kind: "answer-notice",
    recipient,
    subject: `${subject}: ${reference}`,
    lines: [`${line} ${name}.`, `Read it at the desk:\n${origin()}${path}`],
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await queueEmail(trx, notice, now());
}

async function sendCopy(
  trx: Transaction<Database>,
  owner: Owner,
  { form, reference, email, started }: LockedConversation,
  { text, writer }: Pick<NewMessage, "text" | "writer">,
  context: ConversationContext,
): Promise<void> {
  if (email === "") return;
  const wrote = writer === undefined ? "This is what you wrote:" : `${writer} wrote it for you:`;
  const copy = composeEmail({
    kind: "message-copy",
    recipient: email,
    subject: conversationSubject(form, reference, started),
    heading: conversationHeading(form, reference),
    lines: ["Hello,", `We have your message. ${wrote}`, ...text.split(/\n{2,}/)],
    button: { label: "See or add to your message", url: conversationLink(context, owner.id) },
    headers: { "Auto-Submitted": "auto-replied" },
  });
  await queueConversationEmail(trx, { owner, reference }, copy, context, context.now());
}
