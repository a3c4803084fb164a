import type { Kysely, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { timeOrNull } from "../../../../platform/server/values/iso-time.ts";
import { deletionReminderDays, type WebhookTopic } from "../../contract/webhooks.ts";
import { objectOf } from "./queue-deliveries.ts";
import { sendMessage } from "./send-message.ts";
import { hostOf } from "./switch-off.ts";

/*
 * Who was told that an account was deleted: each receiver confirms with a 2xx response to the event,
 * and is reminded until then. The deletion waits for none of them.
 */

/** Reminders of one run. */
const batchSize = 20;

/** A receiver of the deletion of an account. */
export interface DeletionReceiver {
  readonly id: string;
  /** Of its address. */
  readonly host: string;
  /** ISO 8601; null if it has not confirmed. */
  readonly confirmedAt: string | null;
  readonly reminders: number;
}

/**
 * Notes the receivers of events "account.deleted", in their transaction. One that was turned off by
 * staff, or asked for it, is not told.
 */
export async function noteReceivers(
  trx: Transaction<Database>,
  messageIds: readonly string[],
  now: number,
): Promise<void> {
  const endpoints = await trx
    .selectFrom("webhook_endpoints")
    .select(["id", "url", "topics"])
    .where("off_reason", "in", ["", "failing"])
    .where("is_test", "=", 0)
    .orderBy("id")
    .execute();
  const told = endpoints.filter(({ topics }) =>
    (JSON.parse(topics) as WebhookTopic[]).includes("account"),
  );
  const rows = messageIds.flatMap((messageId) =>
    told.map(({ id, url }) => ({
      id: orderedId(),
      message_id: messageId,
      endpoint_id: id,
      host: hostOf(url),
      case_id: null,
      created_at: now,
      reminders: 0,
      remind_at: nextReminder(now, now),
      confirmed_at: null,
    })),
  );
  if (rows.length > 0) await trx.insertInto("deletion_receivers").values(rows).execute();
}

/** @returns null after the last one */
function nextReminder(since: number, now: number): number | null {
  return deletionReminderDays.map((day) => since + days(day)).find((at) => at > now) ?? null;
}

/** Shows the receivers on the privacy case for which these accounts were deleted. */
export async function linkReceivers(
  trx: Transaction<Database>,
  uids: readonly string[],
  caseId: string,
): Promise<void> {
  await trx
    .updateTable("deletion_receivers")
    .set({ case_id: caseId })
    .where("message_id", "in", (query) =>
      query
        .selectFrom("webhook_messages")
        .select("id")
        .where("event", "=", "account.deleted")
        .where(isOneOf(trx, "object_id", uids)),
    )
    .execute();
}

/** The receivers of a privacy case; one of several accounts has a line for each. */
export async function listReceivers(
  db: Kysely<Database>,
  caseId: string,
): Promise<readonly DeletionReceiver[]> {
  const rows = await db
    .selectFrom("deletion_receivers")
    .select(["id", "host", "confirmed_at", "reminders"])
    .where("case_id", "=", caseId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    confirmedAt: timeOrNull(row.confirmed_at),
    reminders: Number(row.reminders),
  }));
}

interface Sent {
  readonly message_id: string;
  readonly endpoint_id: string;
}

/** Notes that a receiver took an event, if that confirms a deletion. */
export async function confirmDeletion(
  trx: Transaction<Database>,
  { message_id: messageId, endpoint_id: endpointId }: Sent,
  now: number,
): Promise<void> {
  await trx
    .updateTable("deletion_receivers")
    .set({ confirmed_at: now, remind_at: null })
    .where("message_id", "=", messageId)
    .where("endpoint_id", "=", endpointId)
    .where("confirmed_at", "is", null)
    .execute();
}

/** Reminds receivers that have not confirmed, also those that were turned off because they fail. */
export async function remindReceivers(
  context: Pick<AppContext, "database" | "config" | "origin" | "now">,
): Promise<void> {
  const { database, now } = context;
  const due = await database.db
    .selectFrom("deletion_receivers")
    .selectAll()
    .where("remind_at", "<=", now())
    .orderBy("remind_at")
    .limit(batchSize)
    .execute();
  for (const receiver of due) {
    const found = await database.write((trx) => beginReminder(trx, receiver, now()));
    if (!found) continue;
    const { endpoint, message } = found;
    const result = await sendMessage(endpoint, message, context);
    const isSent = result.problem === "";
    await database.write(async (trx) => {
      await trx
        .updateTable("webhook_deliveries")
        .set((row) => ({
          ...result,
          attempts: row("attempts", "+", 1),
          ...(isSent && { state: "sent" }),
        }))
        .where("message_id", "=", message.id)
        .where("endpoint_id", "=", endpoint.id)
        .where("state", "!=", "sent")
        .execute();
      if (isSent) await confirmDeletion(trx, receiver, now());
    });
  }
}

/**
 * Counts a reminder and finds what to send. Earlier events of the account, which were emptied, are
 * given up: they must not arrive after it.
 * @returns undefined if another node sends it, or it cannot be sent
 */
async function beginReminder(
  trx: Transaction<Database>,
  {
    id,
    message_id: messageId,
    endpoint_id: endpointId,
    remind_at: due,
    created_at: since,
  }: Sent & {
    readonly id: string;
    readonly remind_at: number | null;
    readonly created_at: number;
  },
  now: number,
) {
  const endpoint = await trx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", endpointId)
    .where("off_reason", "in", ["", "failing"])
    .executeTakeFirst();
  const message = await trx
    .selectFrom("webhook_messages")
    .selectAll()
    .where("id", "=", messageId)
    .executeTakeFirst();
  const counted = await trx
    .updateTable("deletion_receivers")
    .set((row) => ({
      reminders: row("reminders", "+", endpoint && message ? 1 : 0),
      remind_at: nextReminder(Number(since), now),
    }))
    .where("id", "=", id)
    .where("remind_at", "=", due)
    .returning("id")
    .executeTakeFirst();
  if (!endpoint || !message || !counted) return undefined;
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "failed", problem: "deleted" })
    .where("endpoint_id", "=", endpointId)
    .where("object", "=", objectOf(message))
    .where("position", "<", message.position)
    .where("state", "=", "waiting")
    .execute();
  return { endpoint, message };
}
