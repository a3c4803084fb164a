import { days } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { webhookLogDays } from "../../contract/webhooks.ts";

const batchSize = 500;

/**
 * Deletes log entries after their retention period; entries queued again are kept until that
 * delivery ends.
 */
export async function sweepWebhookLog(
  { database, now }: Pick<AppContext, "database" | "now">,
  signal?: AbortSignal,
): Promise<void> {
  const before = now() - days(webhookLogDays);
  for (let count = batchSize; count === batchSize && !signal?.aborted; ) {
    const old = await database.db
      .selectFrom("webhook_messages")
      .select("id")
      .where("created_at", "<", before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("webhook_deliveries")
              .select("webhook_deliveries.id")
              .whereRef("webhook_deliveries.message_id", "=", "webhook_messages.id")
              .where("webhook_deliveries.state", "=", "waiting")
              .where("webhook_deliveries.try_until", ">", now()),
          ),
        ),
      )
      .limit(batchSize)
      .execute();
    count = old.length;
    if (count === 0) return;
    const ids = old.map(({ id }) => id);
    await database.write((trx) =>
      trx.deleteFrom("webhook_messages").where("id", "in", ids).execute(),
    );
  }
}
