import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { brand } from "../../../brand.ts";
import { conversationSubject } from "../../../contract/conversations.ts";
import type { InboundMailResponse } from "../../../contract/endpoints/inbound-mail.ts";
import { messageForm } from "../../../contract/forms/message.ts";
import { isReference } from "../../../contract/forms/submission.ts";
import type { Database } from "../../platform/db/schema.ts";
import { hours } from "../../platform/durations.ts";
import { composeEmail } from "../../platform/mail/compose.ts";
import { queueEmail } from "../../platform/mail/outbox.ts";
import { inboxCollections } from "../../records/cases/submitted-case.ts";
import { conversationLink } from "../../records/conversations/link.ts";
import { isReplySignature, readReplyAddress } from "../../records/conversations/reply-address.ts";
import { addMessage, type ConversationContext, requireCase } from "../change-conversation.ts";
import { type InboundEmail, readEmail } from "./read-email.ts";

/** Emails that one case takes within an hour: two programs that answer each other stop here. */
const maxPerHour = 20;
/** Answers about attachments that one case causes within an hour. */
const maxAnswersPerHour = 2;
/** Longer texts are cut. */
const maxTextLength = 10_000;
const noWords = "(The email had no words of its own.)";

type Submission = NonNullable<Awaited<ReturnType<typeof findByReference>>>;

/**
 * Adds an email to the case that it answers, once. It must have come to the case's own address, or
 * name the reference in its subject and come from the case's person.
 * @param raw the message as it was received (RFC 5322)
 */
export async function receiveEmail(
  raw: Uint8Array,
  context: ConversationContext,
): Promise<InboundMailResponse> {
  const { database, now } = context;
  const email = await readEmail(raw);
  if (!email) return ignore("it cannot be read");
  if (email.isAutomatic) return ignore("a program sent it");
  if (await isOurs(database.db, email)) return ignore("it is one of ours");
  const found = await findSubmission(database.db, email, context.secret);
  if (!found) return ignore("it belongs to no case");
  await requireCase(context, found.id);
  const sent = await countSince(database.db, found.id, now() - hours(1));
  if (sent >= maxPerHour) return ignore("its case got too many emails within an hour");
  const text = (email.text || noWords).slice(0, maxTextLength).toWellFormed();
  const known = email.messageId || hash("sha256", raw, "base64url");
  const sourceKey = `mail:${hash("sha256", `${found.id}\n${known}`, "base64url")}`;
  const isNew = await database.write(async (trx) => {
    const added = await addMessage(trx, found.id, { text, via: "email", sourceKey }, context);
    if (added && email.hasAttachments && sent < maxAnswersPerHour) {
      await queueEmail(trx, rejectAttachments(found, context), now());
    }
    return added;
  });
  return isNew
    ? { state: "added", reason: `added to ${found.reference}` }
    : ignore("it was handed in before");
}

function ignore(reason: string): InboundMailResponse {
  return { state: "ignored", reason };
}

/** An email of our own that came back keeps its id, which is that of its row. */
async function isOurs(db: Kysely<Database>, { messageId }: InboundEmail): Promise<boolean> {
  const id = /^<([^@<>]+)@/.exec(messageId)?.[1];
  if (id === undefined) return false;
  const row = await db
    .selectFrom("mail_outbox")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function findSubmission(
  db: Kysely<Database>,
  { to, from, subject }: InboundEmail,
  secret: Buffer,
): Promise<Submission | undefined> {
  for (const address of to) {
    const tagged = readReplyAddress(address);
    const found = tagged && (await findByReference(db, tagged.reference));
    if (found && isReplySignature(secret, found, tagged.signature)) return found;
  }
  const references = subject
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(isReference);
  for (const reference of new Set(references)) {
    const found = await findByReference(db, reference);
    if (found && found.email !== "" && found.email === from) return found;
  }
  return undefined;
}

function findByReference(db: Kysely<Database>, reference: string) {
  return db
    .selectFrom("submissions")
    .select(["id", "reference", "collection", "email"])
    .where("reference", "=", reference)
    .where("collection", "in", inboxCollections)
    .executeTakeFirst();
}

async function countSince(db: Kysely<Database>, id: string, since: number): Promise<number> {
  const rows = await db
    .selectFrom("case_entries")
    .select("id")
    .where("case_id", "=", id)
    .where("via", "=", "email")
    .where("at", ">", since)
    .limit(maxPerHour)
    .execute();
  return rows.length;
}

function rejectAttachments(
  { id, collection, reference, email }: Submission,
  context: ConversationContext,
) {
  return composeEmail({
    kind: "attachments-refused",
    recipient: email,
    subject: conversationSubject(collection, reference),
    lines: [
      "Hello,",
      messageForm.success.text,
      `We could not take the files that came with it, to keep everybody safe from harmful ones. Please tell us in words, or call us at ${brand.phone.shown}.`,
    ],
    button: { label: "See or add to your message", url: conversationLink(context, id) },
    // Prevents answers of programs to this email (RFC 3834).
    headers: { "Auto-Submitted": "auto-replied" },
  });
}
