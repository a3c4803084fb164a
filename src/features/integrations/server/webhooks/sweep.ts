import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { eventLogDays, webhookLogDays } from "../../contract/webhooks.ts";
import { objectOf } from "./queue-deliveries.ts";

const batchSize = 500;

/**
 * Deletes deliveries and events after their retention periods; deliveries that were queued again are
 * kept until they end.
 */
export async function sweepWebhookLog(
  { database, now }: Pick<AppContext, "database" | "now">,
  signal?: AbortSignal,
): Promise<void> {
  for (const sweep of [sweepDeliveries, sweepEvents, sweepReceivers]) {
    for (let count = batchSize; count === batchSize && !signal?.aborted; ) {
      count = await database.write((trx) => sweep(trx, now()));
    }
  }
}

/** @returns how many were deleted, at most `batchSize` */
async function sweepDeliveries(trx: Transaction<Database>, now: number): Promise<number> {
  const old = trx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("created_at", "<", now - days(webhookLogDays))
    .where(({ not, and, eb }) => not(and([eb("state", "=", "waiting"), eb("try_until", ">", now)])))
    .limit(batchSize);
  const deleted = await trx.deleteFrom("webhook_deliveries").where("id", "in", old).execute();
  return Number(deleted[0]?.numDeletedRows ?? 0);
}

async function sweepEvents(trx: Transaction<Database>, now: number): Promise<number> {
  const old = trx
    .selectFrom("webhook_messages")
    .select("id")
    .where("created_at", "<", now - days(eventLogDays))
    .where("id", "not in", (query) =>
      query.selectFrom("webhook_deliveries").select("message_id").where("state", "=", "waiting"),
    )
    .limit(batchSize);
  const deleted = await trx
    .deleteFrom("webhook_messages")
    .where("id", "in", old)
    .returning(["event", "object_id", "sequence"])
    .execute();
  for (const row of deleted) {
    // Nothing follows: the object is gone.
    if (!row.event.endsWith(".deleted")) continue;
    await trx
      .deleteFrom("event_counters")
      .where("name", "=", objectOf(row))
      .where("last", "=", row.sequence)
      .execute();
  }
  return deleted.length;
}

/** Those of a privacy case are deleted with it. */
async function sweepReceivers(trx: Transaction<Database>, now: number): Promise<number> {
  const old = trx
    .selectFrom("deletion_receivers")
    .select("id")
    .where("created_at", "<", now - days(eventLogDays))
    .where("case_id", "is", null)
    .limit(batchSize);
  const deleted = await trx.deleteFrom("deletion_receivers").where("id", "in", old).execute();
  return Number(deleted[0]?.numDeletedRows ?? 0);
}
