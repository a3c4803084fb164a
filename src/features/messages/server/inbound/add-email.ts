import type { Kysely, Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import type { EmailSender } from "../../contract/inbound-emails.ts";
import { lockConversation, notifyStaff } from "../conversation-page/change-conversation.ts";
import type {
  ConversationContext,
  LockedConversation,
} from "../conversation-page/locked-conversation.ts";
import { type Owner, ownerColumns, ownerValues } from "../conversation-page/owner.ts";
import { emailFile, emailFiles } from "./files.ts";
import {
  emailColumns,
  type Incoming,
  maxMessageBytes,
  maxQuietBytes,
  packOriginal,
  senderOf,
  storable,
  textOf,
} from "./incoming.ts";
import type { Addressed } from "./match-conversation.ts";
import { notifyOfMissing } from "./missing-notice.ts";
import { keyOf } from "./reading/email-key.ts";
import { applyReport, findReportedReply } from "./report.ts";

/**
 * Emails of one conversation within an hour that have an effect: stops two auto-responders that
 * answer each other. Further ones are only stored.
 */
const maxPerHour = 20;

/**
 * Stores an email in its conversation, with its original.
 * @returns false if it was received before
 */
export async function addEmail(
  addressed: Addressed,
  incoming: Incoming,
  context: ConversationContext,
): Promise<boolean> {
  const { database, now } = context;
  const { owner } = addressed;
  const key = keyOf(owner.id, incoming.email.messageId, incoming.contents);
  if (await wasReceived(database.db, key)) return false;
  const id = orderedId();
  const isQuiet = (await countSince(database.db, owner, now() - hours(1))) >= maxPerHour;
  const file = emailFile(owner.id, id);
  const bytes = await packOriginal(incoming.raw, isQuiet ? maxQuietBytes : maxMessageBytes);
  let isNew = false;
  await storeFile(fileStoreOf(context), {
    file,
    bytes,
    rows: emailFiles,
    now: now(),
    async saveRow(trx) {
      const place = { id, key, file, isQuiet };
      isNew = await add(trx, addressed, incoming, place, context);
      // Received twice at once: the second copy is removed.
      return isNew ? null : file;
    },
  });
  return isNew;
}

interface Place {
  readonly id: string;
  readonly key: string;
  readonly file: string;
  readonly isQuiet: boolean;
}

async function add(
  trx: Transaction<Database>,
  addressed: Addressed,
  incoming: Incoming,
  { id, key, file, isQuiet }: Place,
  context: ConversationContext,
): Promise<boolean> {
  const { owner } = addressed;
  const { email } = incoming;
  const conversation = await lockConversation(trx, owner, context);
  if (await wasReceived(trx, key)) return false;
  const sender = senderOf(email, addressed.email);
  const isReport = email.kind === "bounce" || email.kind === "delayed";
  const replyId = isReport ? await findReportedReply(trx, addressed, email.report) : null;
  const text = storable(textOf(email), Infinity);
  const entryId = isReport ? null : orderedId();
  if (entryId !== null) await insertEntry(trx, owner, { id: entryId, key, text }, context.now());
  await trx
    .insertInto("conversation_inbound_emails")
    .values({
      id,
      ...ownerValues(owner),
      ...emailColumns(incoming),
      received_at: context.now(),
      entry_id: entryId,
      is_opening: 0,
      source_key: key,
      sender,
      is_quiet: isQuiet ? 1 : 0,
      reply_id: replyId,
      raw_file: file,
    })
    .execute();
  if (isReport) await applyReport(trx, conversation, replyId, email, context);
  else if (isQuiet || email.kind !== "message") await conversation.touch();
  else {
    await takeEffect(trx, conversation, { text, sender }, context);
    if (sender === "customer") await notifyOfMissing(trx, addressed, conversation, email, context);
  }
  return true;
}

/** Status, history and notices, as far as the sender counts. */
export async function takeEffect(
  trx: Transaction<Database>,
  conversation: LockedConversation,
  { text, sender }: { readonly text: string; readonly sender: EmailSender },
  context: ConversationContext,
): Promise<void> {
  switch (sender) {
    case "customer":
      await conversation.receive(text, "answered-by-email");
      break;
    case "other":
      await conversation.mention("other-sender");
      break;
    case "unconfirmed":
      // Starts nothing: it may be forged.
      await conversation.touch("unconfirmed-sender");
      return;
  }
  if (conversation.notifiesStaff) await notifyStaff(trx, conversation, context);
}

async function insertEntry(
  trx: Transaction<Database>,
  owner: Owner,
  { id, key, text }: { readonly id: string; readonly key: string; readonly text: string },
  now: number,
): Promise<void> {
  await trx
    .insertInto("conversation_entries")
    .values({
      id,
      ...ownerValues(owner),
      at: now,
      kind: "message",
      staff_id: null,
      text,
      mentions: "[]",
      via: "email",
      source_key: `mail:${key}`,
    })
    .execute();
}

/** Whether an email is stored. @param key from `keyOf` */
export async function wasReceived(db: Kysely<Database>, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation_inbound_emails")
    .select("id")
    .where("source_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

async function countSince(db: Kysely<Database>, owner: Owner, since: number): Promise<number> {
  const rows = await db
    .selectFrom("conversation_inbound_emails")
    .select("received_at")
    .where(ownerColumns[owner.kind], "=", owner.id)
    .orderBy("id", "desc")
    .limit(maxPerHour)
    .execute();
  return rows.filter(({ received_at: at }) => at > since).length;
}
