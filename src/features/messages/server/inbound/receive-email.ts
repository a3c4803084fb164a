import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emailIdOf } from "../../../../platform/server/mail/message-id.ts";
import type { InboundMailResponse } from "../../contract/inbound-mail.ts";
import { requireCase } from "../conversation-page/change-conversation.ts";
import type { ConversationContext } from "../conversation-page/locked-conversation.ts";
import { addEmail } from "./add-email.ts";
import type { InboundEmail } from "./inbound-email.ts";
import { type Incoming, maxMessageBytes } from "./incoming.ts";
import { matchConversation } from "./match-conversation.ts";
import { openCase } from "./open-case.ts";
import { readEmail } from "./reading/read-email.ts";
import { noteTestEmail, testEmailKind } from "./test-email.ts";

/**
 * Stores an email: in the conversation that it belongs to, or as a new case. Only an email of ours
 * that comes back and one that was received before are ignored.
 * @param message as it was received (RFC 5322); only the first `maxMessageBytes` are kept
 * @throws ApiError "busy" if it should be delivered again later
 */
export async function receiveEmail(
  message: Uint8Array,
  context: ConversationContext,
): Promise<InboundMailResponse> {
  const { database, config } = context;
  const raw = message.subarray(0, maxMessageBytes);
  const trusted = { trustedAuthenticationServer: config.inboundMailAuthServer };
  const { email: read, contents } = await readEmail(raw, trusted);
  const email = raw.length < message.length ? markTooLarge(read) : read;
  const ours = await findOurs(database.db, email);
  if (ours) {
    if (ours.kind === testEmailKind) await noteTestEmail(ours.id, raw, context);
    return ignore("it is one of ours");
  }
  const incoming: Incoming = { email, raw, contents };
  const found = await matchConversation(database.db, email, context.secret);
  if (found) {
    await requireCase(context, found.owner);
    const isNew = await addEmail(found, incoming, context);
    return isNew ? added(`added to ${found.reference}`) : ignore("it was received before");
  }
  const reference = await openCase(incoming, context);
  return reference === undefined
    ? ignore("it was received before")
    : added(`stored as ${reference}`);
}

function added(reason: string): InboundMailResponse {
  return { state: "added", reason };
}

function ignore(reason: string): InboundMailResponse {
  return { state: "ignored", reason };
}

function markTooLarge(email: InboundEmail): InboundEmail {
  const notes = email.notes.filter((note) => note !== "too-large");
  return { ...email, notes: [...notes, "too-large"] };
}

/** An email of ours that comes back keeps its ID. */
async function findOurs(db: Kysely<Database>, { messageId }: InboundEmail) {
  const id = emailIdOf(messageId);
  if (id === undefined) return undefined;
  const sent = db.selectFrom("conversation_sent_emails").select("id").where("id", "=", id);
  const queued = db.selectFrom("mail_outbox").select(["id", "kind"]).where("id", "=", id);
  return (
    (await queued.executeTakeFirst()) ??
    ((await sent.executeTakeFirst()) && { id, kind: undefined })
  );
}
