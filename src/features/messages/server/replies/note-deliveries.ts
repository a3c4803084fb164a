import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { reopenUndelivered } from "../conversation-page/undelivered.ts";
import { lockReply } from "./lock-subject.ts";
import type { SendContext } from "./subject.ts";

/** Deliveries that one run stores. */
const batchSize = 50;

/** Updates replies whose email or text was sent or abandoned. */
export async function noteDeliveries(context: SendContext): Promise<void> {
  const { database } = context;
  const settled = [await findSettledEmails(database.db), await findSettledTexts(database.db)];
  for (const { id } of settled.flat()) {
    await database.write((trx) => noteDelivery(trx, id, context));
  }
}

/** Replies whose email was sent or abandoned, but whose rows do not show it yet. */
function findSettledEmails(db: Kysely<Database>) {
  return db
    .selectFrom("conversation_replies")
    .innerJoin("mail_outbox", "mail_outbox.id", "conversation_replies.email_id")
    .select("conversation_replies.id")
    .where("conversation_replies.delivered_at", "is", null)
    .where((row) =>
      row.or([
        row("mail_outbox.sent_at", "is not", null),
        row.and([
          row("mail_outbox.failed_at", "is not", null),
          row("conversation_replies.failed_at", "is", null),
        ]),
      ]),
    )
    .limit(batchSize)
    .execute();
}

/** The same for texts. */
function findSettledTexts(db: Kysely<Database>) {
  return db
    .selectFrom("conversation_replies")
    .innerJoin("texts", "texts.id", "conversation_replies.text_id")
    .select("conversation_replies.id")
    .where("conversation_replies.text_id", "is not", null)
    .where("conversation_replies.delivered_at", "is", null)
    .where("conversation_replies.failed_at", "is", null)
    .where((row) =>
      row.or([row("texts.delivered_at", "is not", null), row("texts.failed_at", "is not", null)]),
    )
    .limit(batchSize)
    .execute();
}

/**
 * Copies the outcome from the outbox, which deletes it after some weeks, and updates open pages.
 */
async function noteDelivery(
  trx: Transaction<Database>,
  id: string,
  context: SendContext,
): Promise<void> {
  const found = await lockReply(trx, id, context);
  if (!found) return;
  const { subject, reply } = found;
  const outcome = await readOutcome(trx, reply);
  if (!outcome) return;
  const now = context.now();
  await trx
    .updateTable("conversation_replies")
    .set({
      delivered_at: outcome.at,
      failed_at: outcome.at === null ? outcome.failed_at : null,
      failure: outcome.failure ?? "",
    })
    .where("id", "=", id)
    .execute();
  if (outcome.at === null && outcome.failed_at !== null) {
    await reopenUndelivered(trx, subject.owner, context);
  }
  await subject.touch(now);
}

/** When it was delivered, or abandoned: a mail server takes it over, a carrier reports it later. */
async function readOutcome(
  trx: Transaction<Database>,
  {
    email_id: emailId,
    text_id: textId,
  }: { readonly email_id: string | null; readonly text_id: string | null },
) {
  if (textId !== null) {
    return trx
      .selectFrom("texts")
      .select(["delivered_at as at", "failed_at", "failure"])
      .where("id", "=", textId)
      .executeTakeFirst();
  }
  return trx
    .selectFrom("mail_outbox")
    .select(["sent_at as at", "failed_at", "failure"])
    .where("id", "=", emailId)
    .executeTakeFirst();
}
