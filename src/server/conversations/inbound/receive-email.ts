import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { brand } from "../../../brand.ts";
import { conversationSubject } from "../../../contract/conversations.ts";
import { hours } from "../../../contract/durations.ts";
import type { InboundMailResponse } from "../../../contract/endpoints/inbound-mail.ts";
import type { Track } from "../../../contract/endpoints/recruiting.ts";
import { applicationForms } from "../../../contract/forms/application-forms.ts";
import { messageForm } from "../../../contract/forms/message.ts";
import { isReference } from "../../../contract/forms/submission.ts";
import { foldQuotes } from "../../../contract/quotes/fold-quotes.ts";
import type { Database } from "../../platform/db/schema.ts";
import { composeEmail } from "../../platform/mail/compose.ts";
import { queueEmail } from "../../platform/mail/outbox.ts";
import { inboxCollections } from "../../records/cases/submitted-case.ts";
import { conversationLink } from "../../records/conversations/link.ts";
import { type Owner, ownerColumns } from "../../records/conversations/owner.ts";
import { isReplySignature, readReplyAddress } from "../../records/conversations/reply-address.ts";
import { addMessage, requireCase } from "../change-conversation.ts";
import type { ConversationContext } from "../locked-conversation.ts";
import type { InboundEmail } from "./model/inbound-email.ts";
import { readEmail } from "./reading/read-email.ts";

/**
 * Emails accepted for one conversation within an hour: stops two auto-responders that answer each
 * other.
 */
const maxPerHour = 20;
/** Notices about attachments sent for one conversation within an hour. */
const maxAnswersPerHour = 2;
/** Longer texts are truncated. */
const maxTextLength = 10_000;
const noText = "(The email had no words of its own.)";

/** The conversation that an email belongs to. */
interface Addressed {
  readonly owner: Owner;
  readonly reference: string;
  /** Collection of the form. */
  readonly form: string;
  /** The person's, in lower case. */
  readonly email: string;
}

/**
 * Adds an email to the case or application that it answers, once. It must have been sent to the
 * address of that conversation, or have the reference in its subject and come from its person.
 * @param raw the message as it was received (RFC 5322)
 */
export async function receiveEmail(
  raw: Uint8Array,
  context: ConversationContext,
): Promise<InboundMailResponse> {
  const { database, now } = context;
  const email = await readEmail(raw, { trustedAuthenticationServer: undefined });
  if (email.kind !== "message") return ignore("it was sent automatically");
  if (await isOurs(database.db, email)) return ignore("it is one of ours");
  const found = await findAddressed(database.db, email, context.secret);
  if (!found) return ignore("it belongs to no case or application");
  const { owner } = found;
  await requireCase(context, owner);
  const sent = await countSince(database.db, owner, now() - hours(1));
  if (sent >= maxPerHour) return ignore("its conversation got too many emails within an hour");
  const pieces = foldQuotes(email.text).filter(({ isQuoted }) => !isQuoted);
  const own = pieces.map((piece) => piece.text).join("");
  const text = (own.trim() || noText).slice(0, maxTextLength).toWellFormed();
  const known = email.messageId || hash("sha256", raw, "base64url");
  const sourceKey = `mail:${hash("sha256", `${owner.id}\n${known}`, "base64url")}`;
  const isNew = await database.write(async (trx) => {
    const added = await addMessage(trx, owner, { text, via: "email", sourceKey }, context);
    if (added && email.attachments.length > 0 && sent < maxAnswersPerHour) {
      await queueEmail(trx, rejectAttachments(found, context), now());
    }
    return added;
  });
  return isNew
    ? { state: "added", reason: `added to ${found.reference}` }
    : ignore("it was received before");
}

function ignore(reason: string): InboundMailResponse {
  return { state: "ignored", reason };
}

/** An email of ours that comes back keeps its id, which is that of its row. */
async function isOurs(db: Kysely<Database>, { messageId }: InboundEmail): Promise<boolean> {
  const id = /^([^@<>]+)@/.exec(messageId)?.[1];
  if (id === undefined) return false;
  const row = await db
    .selectFrom("mail_outbox")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function findAddressed(
  db: Kysely<Database>,
  { to, from: { address: from }, subject }: InboundEmail,
  secret: Buffer,
): Promise<Addressed | undefined> {
  for (const address of to) {
    const tagged = readReplyAddress(address);
    const named = tagged ? await findByReference(db, tagged.reference) : [];
    const found = named.find(({ owner: { id }, reference }) =>
      isReplySignature(secret, { id, reference }, tagged?.signature ?? ""),
    );
    if (found) return found;
  }
  const references = subject
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(isReference);
  for (const reference of new Set(references)) {
    const named = await findByReference(db, reference);
    const found = named.find(({ email }) => email !== "" && email === from);
    if (found) return found;
  }
  return undefined;
}

async function findByReference(db: Kysely<Database>, reference: string): Promise<Addressed[]> {
  const submissions = await db
    .selectFrom("submissions")
    .select(["id", "collection", "email"])
    .where("reference", "=", reference)
    .where("collection", "in", inboxCollections)
    .execute();
  const applications = await db
    .selectFrom("applications")
    .select(["id", "track", "email_key"])
    .where("reference", "=", reference)
    .where("submitted_at", "is not", null)
    .execute();
  return [
    ...submissions.map(({ id, collection: form, email }) => ({
      owner: { kind: "case", id } as const,
      reference,
      form,
      email,
    })),
    ...applications.map(({ id, track, email_key: email }) => ({
      owner: { kind: "application", id } as const,
      reference,
      form: applicationForms[track as Track].collection,
      email,
    })),
  ];
}

async function countSince(db: Kysely<Database>, owner: Owner, since: number): Promise<number> {
  const rows = await db
    .selectFrom("conversation_entries")
    .select("id")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("via", "=", "email")
    .where("at", ">", since)
    .limit(maxPerHour)
    .execute();
  return rows.length;
}

function rejectAttachments(
  { owner, form, reference, email }: Addressed,
  context: ConversationContext,
) {
  return composeEmail({
    kind: "attachments-refused",
    recipient: email,
    subject: conversationSubject(form, reference),
    lines: [
      "Hello,",
      messageForm.success.text,
      `We could not take the files that came with it, to keep everybody safe from harmful ones. Please tell us in words, or call us at ${brand.phone.shown}.`,
    ],
    button: { label: "See or add to your message", url: conversationLink(context, owner.id) },
    // Prevents automatic replies to this email (RFC 3834).
    headers: { "Auto-Submitted": "auto-replied" },
  });
}
