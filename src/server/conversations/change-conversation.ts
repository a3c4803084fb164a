import { setTimeout as wait } from "node:timers/promises";
import type { Selectable, Transaction } from "kysely";
import { conversationSubject } from "../../contract/conversations.ts";
import { type CaseStatus, statusNames } from "../../contract/desk/inbox.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { ApiError } from "../platform/api-error.ts";
import type { Config } from "../platform/config/config.ts";
import { staffEmailFor } from "../platform/config/staff-emails.ts";
import type { DatabaseClient } from "../platform/db/client.ts";
import type { Database } from "../platform/db/schema.ts";
import { composeEmail } from "../platform/mail/compose.ts";
import { queueEmail } from "../platform/mail/outbox.ts";
import { orderedId } from "../platform/ordered-id.ts";
import { makeCases, reindexCase } from "../records/cases/make-cases.ts";
import { addHistory, saveCase } from "../records/cases/save-case.ts";
import { toSnippet } from "../records/cases/submitted-case.ts";
import { conversationLink, type LinkContext } from "../records/conversations/link.ts";

type Case = Selectable<Database["cases"]>;

/** What changing a conversation takes. */
export interface ConversationContext extends LinkContext {
  readonly config: Pick<Config, "staffEmails">;
  readonly database: DatabaseClient;
  /** Milliseconds since 1970. */
  now(): number;
}

/** A message of the person. */
interface NewMessage {
  readonly text: string;
  readonly via: "page" | "email";
  /** What the message is known by: a second one with the same key is the same message. */
  readonly sourceKey: string;
}

const sources = {
  page: "Answered on the message page",
  email: "Answered by email",
} as const;

/** The cases of new submissions are made by a job; somebody may be quicker. */
const caseWaitMs = 100;
const caseTries = 50;

/** Makes sure that a submission has its case. @throws ApiError "not-found" */
export async function requireCase(
  { database, now }: ConversationContext,
  id: string,
): Promise<void> {
  for (let tries = 0; tries < caseTries; tries += 1) {
    const found = await database.db
      .selectFrom("cases")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (found) return;
    // Another node may be at it.
    if (!(await makeCases(database, now())) && tries > 0) await wait(caseWaitMs);
  }
  throw new ApiError("not-found");
}

/**
 * Adds a message of the person: the case is open again, and who has it hears of it. On the page the
 * person gets a copy.
 * @returns false if the same message was added before
 * @throws ApiError "not-found"
 */
export async function addMessage(
  trx: Transaction<Database>,
  id: string,
  { text, via, sourceKey }: NewMessage,
  context: ConversationContext,
): Promise<boolean> {
  const now = context.now();
  const found = await lockCaseById(trx, id);
  const added = await trx
    .insertInto("case_entries")
    .values({
      id: orderedId(),
      case_id: id,
      at: now,
      kind: "message",
      staff_id: null,
      text,
      mentions: "[]",
      via,
      source_key: sourceKey,
    })
    .onConflict((conflict) => conflict.column("source_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return false;
  await addHistory(trx, id, null, sources[via], now);
  const active = { active_at: now, snippet: toSnippet(text) };
  await trx.updateTable("cases").set(active).where("id", "=", id).execute();
  await trx.updateTable("case_tags").set({ active_at: now }).where("case_id", "=", id).execute();
  const isUnread = found.status === "new";
  await setStatus(trx, { ...found, active_at: now }, isUnread ? "new" : "in-progress", now);
  await reindexCase(trx, context.database.engine, id);
  if (found.scope !== "spam") await tellStaff(trx, found, context);
  if (via === "page") await sendCopy(trx, found, text, context);
  return true;
}

/** Closes a conversation at the person's word. @throws ApiError "not-found" */
export async function closeConversation(
  trx: Transaction<Database>,
  id: string,
  status: "done" | "taken-back",
  now: number,
): Promise<void> {
  const found = await lockCaseById(trx, id);
  if (found.status === status) return;
  const what = status === "done" ? "The person says it is solved" : "The person took it back";
  await addHistory(trx, id, null, what, now);
  await setStatus(trx, found, status, now);
}

async function lockCaseById(trx: Transaction<Database>, id: string): Promise<Case> {
  const found = await trx
    .selectFrom("cases")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  return found;
}

async function setStatus(
  trx: Transaction<Database>,
  found: Case,
  status: CaseStatus,
  now: number,
): Promise<void> {
  if (found.status !== status) {
    const before = statusNames[found.status as CaseStatus];
    await addHistory(trx, found.id, null, `Status: ${before} to ${statusNames[status]}`, now);
  }
  await saveCase(trx, found, { status }, now);
}

/** Tells who has the case; without one, the address that hears of new forms, if there is one. */
async function tellStaff(
  trx: Transaction<Database>,
  { assignee_id: assigneeId, form, reference }: Case,
  { config, origin, now }: ConversationContext,
): Promise<void> {
  const assignee = await trx
    .selectFrom("staff")
    .select("email")
    .where("id", "=", assigneeId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const recipient = assignee?.email ?? staffEmailFor(config.staffEmails, form);
  if (recipient === undefined) return;
  const notice = composeEmail({
    kind: "answer-notice",
    recipient,
    subject: `New answer: ${reference}`,
    lines: [
      `There is a new message from the person in case ${reference}.`,
      `Read it at the desk:\n${origin()}${deskPaths.inbox}/${reference}`,
    ],
    headers: { "Auto-Submitted": "auto-generated" },
  });
  await queueEmail(trx, notice, now());
}

async function sendCopy(
  trx: Transaction<Database>,
  { id, form, reference, email }: Case,
  text: string,
  context: ConversationContext,
): Promise<void> {
  if (email === "") return;
  const copy = composeEmail({
    kind: "message-copy",
    recipient: email,
    subject: conversationSubject(form, reference),
    lines: ["Hello,", "We have your message. This is what you wrote:", ...text.split(/\n{2,}/)],
    button: { label: "See or add to your message", url: conversationLink(context, id) },
    headers: { "Auto-Submitted": "auto-replied" },
  });
  await queueEmail(trx, copy, context.now());
}
