import { sql } from "kysely";
import { minutes, seconds } from "../../platform/durations.ts";
import type { Queue } from "../../platform/jobs/queue.ts";

/** Maximum time of a try, in milliseconds. */
export const tryTimeoutMs = seconds(10);

/** Everything that waits for an endpoint that is on. */
export const deliveryQueue: Queue<"webhook_deliveries"> = {
  table: "webhook_deliveries",
  isWaiting: sql`state = 'waiting' and endpoint_id in (select id from webhook_endpoints where off_at is null)`,
  leaseMs: tryTimeoutMs + minutes(1),
};
