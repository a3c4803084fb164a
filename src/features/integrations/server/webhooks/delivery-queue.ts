import { sql } from "kysely";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { Queue } from "../../../../platform/server/jobs/queue.ts";

/** Timeout of an attempt, in milliseconds. */
export const tryTimeoutMs = seconds(10);

export const deliveryQueue: Queue<"webhook_deliveries"> = {
  table: "webhook_deliveries",
  isWaiting: sql`state = 'waiting' and endpoint_id in (select id from webhook_endpoints where off_at is null)`,
  leaseMs: tryTimeoutMs + minutes(1),
};
