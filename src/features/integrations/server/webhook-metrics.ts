import { days } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { type Metric, toMetrics } from "../../../platform/server/http/metrics.ts";
import { deletionReminderDays, eventLogDays } from "../contract/webhooks.ts";

/** A token in use is renewed in this time before it expires. */
const renewMs = days(7);

/** Tokens of programs that soon expire, deliveries that wait, receivers that fail, and those that have not confirmed a deletion. */
export async function readWebhookMetrics({
  database: { db },
  now,
}: Pick<AppContext, "database" | "now">): Promise<Metric[]> {
  const deliveries = await db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("state", "=", "waiting")
    .where("endpoint_id", "in", (query) =>
      query.selectFrom("webhook_endpoints").select("id").where("off_at", "is", null),
    )
    .executeTakeFirstOrThrow();
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("failing_since", "is not", null)
    .executeTakeFirstOrThrow();
  const receivers = await db
    .selectFrom("deletion_receivers")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("confirmed_at", "is", null)
    .where("reminders", ">=", deletionReminderDays.length)
    .where("created_at", ">", now() - days(eventLogDays))
    .executeTakeFirstOrThrow();
  const tokens = await db
    .selectFrom("api_tokens")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("is_test", "=", 0)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now())
    .where("expires_at", "<=", now() + renewMs)
    .where("last_used_at", ">", now() - renewMs)
    .executeTakeFirstOrThrow();
  return toMetrics("gauge", {
    api_tokens_expiring: Number(tokens.count),
    webhook_deliveries_waiting: Number(deliveries.count),
    webhooks_failing: Number(endpoints.count),
    deletions_unconfirmed: Number(receivers.count),
  });
}
