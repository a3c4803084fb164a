import type { Kysely, Transaction } from "kysely";
import type { Config } from "../../../../platform/server/config/config.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { messageIdOf } from "../../../../platform/server/mail/message-id.ts";
import { type Email, queueEmail } from "../../../../platform/server/mail/outbox.ts";
import type { LinkContext } from "./link.ts";
import { type Owner, ownerColumns, ownerValues } from "./owner.ts";
import { replyToHeader } from "./reply-address.ts";

export interface MailContext extends LinkContext {
  readonly config: Pick<Config, "inboundMailAddress" | "mailFrom">;
}

export interface Thread {
  readonly owner: Owner;
  readonly reference: string;
}

/** Message-IDs in `References`; a longer chain would only grow the header. */
const maxReferences = 20;

/** Message-IDs that can be repeated in a header: printable ASCII, of a length that fits one line. */
const quotable = /^[!-;=?-~]{1,250}$/;

/**
 * Queues an email to the person of a conversation: answers to it arrive in the conversation, and
 * email programs show it in one thread with the others.
 * @returns its ID in the outbox
 */
export async function queueConversationEmail(
  trx: Transaction<Database>,
  { owner, reference }: Thread,
  email: Email,
  { config, secret }: MailContext,
  now: number,
): Promise<string> {
  const headers = {
    ...replyToHeader(config, secret, { id: owner.id, reference }),
    ...(await threadHeaders(trx, owner, config)),
    ...email.headers,
  };
  const id = await queueEmail(trx, { ...email, headers }, now);
  await trx
    .insertInto("conversation_sent_emails")
    .values({ id, ...ownerValues(owner), kind: email.kind, at: now })
    .execute();
  return id;
}

/** `In-Reply-To`: the person's newest email, else our newest one; `References`: the chain. */
async function threadHeaders(
  db: Kysely<Database>,
  owner: Owner,
  config: MailContext["config"],
): Promise<Readonly<Record<string, string>>> {
  const column = ownerColumns[owner.kind];
  const sent = await db
    .selectFrom("conversation_sent_emails")
    .select("id")
    .where(column, "=", owner.id)
    .orderBy("id", "desc")
    .limit(maxReferences)
    .execute();
  const received = await db
    .selectFrom("conversation_inbound_emails")
    .select(["id", "message_id", "kind"])
    .where(column, "=", owner.id)
    .where("sender", "=", "customer")
    .orderBy("id", "desc")
    .limit(maxReferences)
    .execute();
  const theirs = received.filter(({ message_id: id }) => quotable.test(id));
  const ours = sent.map(({ id }) => ({ id, messageId: messageIdOf(id, config) }));
  const parent = theirs.find(({ kind }) => kind === "message")?.message_id ?? ours.at(0)?.messageId;
  if (parent === undefined) return {};
  const chain = [...ours, ...theirs.map((row) => ({ id: row.id, messageId: row.message_id }))]
    // The IDs begin with their time.
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ messageId }) => messageId);
  const others = [...new Set(chain)].filter((one) => one !== parent);
  const references = [...others.slice(1 - maxReferences), parent];
  return {
    "In-Reply-To": `<${parent}>`,
    References: references.map((one) => `<${one}>`).join(" "),
  };
}
