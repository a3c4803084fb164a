import type { Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { conversationHeading, conversationSubject } from "../../contract/conversations.ts";
import { conversationLink } from "../conversation-page/link.ts";
import type {
  ConversationContext,
  LockedConversation,
} from "../conversation-page/locked-conversation.ts";
import { type Owner, ownerColumns } from "../conversation-page/owner.ts";
import { queueConversationEmail } from "../conversation-page/queue-email.ts";
import type { InboundEmail, InboundEmailNote } from "./inbound-email.ts";
import type { Addressed } from "./match-conversation.ts";

const kind = "email-incomplete";

/** Notices to one person within an hour. */
const everyMs = hours(1);

const onPage = "or write it with the button below";

/** What the person can do about a text that we cannot read. */
const advice: Partial<Readonly<Record<InboundEmailNote, string>>> = {
  unreadable: `We could not read your email. Please send it again as plain text, ${onPage}.`,
  "too-large":
    "Your email was larger than 25 MB, so we kept only the beginning. Please send the rest in a shorter email.",
  encrypted: `Your email is encrypted, and we can't open it. Please send it again without encryption, ${onPage}.`,
  "unknown-format": `Your email is in a format that we can't read. Please send it again as plain text, ${onPage}.`,
};

/**
 * Tells a person by email what did not arrive with theirs, and how to send it; at most once an hour
 * for one conversation.
 */
export async function notifyOfMissing(
  trx: Transaction<Database>,
  { owner, form, reference, email: recipient }: Addressed,
  { started }: Pick<LockedConversation, "started">,
  { notes }: InboundEmail,
  context: ConversationContext,
): Promise<void> {
  const lines = notes.flatMap((note) => advice[note] ?? []);
  const now = context.now();
  if (lines.length === 0 || (await wasNotified(trx, owner, now))) return;
  const notice = composeEmail({
    kind,
    recipient,
    subject: conversationSubject(form, reference, started),
    heading: conversationHeading(form, reference),
    lines: ["Hello,", "We got your email.", ...lines],
    button: { label: "See or add to your message", url: conversationLink(context, owner.id) },
    // Prevents automatic replies to this email (RFC 3834).
    headers: { "Auto-Submitted": "auto-replied" },
  });
  await queueConversationEmail(trx, { owner, reference }, notice, context, now);
}

async function wasNotified(
  trx: Transaction<Database>,
  owner: Owner,
  now: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom("conversation_sent_emails")
    .select("id")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .where("kind", "=", kind)
    .where("at", ">", now - everyMs)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
