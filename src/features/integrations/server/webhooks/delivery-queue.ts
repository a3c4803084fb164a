import { sql } from "kysely";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { Queue } from "../../../../platform/server/jobs/queue.ts";

/** Timeout of an attempt, in milliseconds. */
export const tryTimeoutMs = seconds(10);

/** A delivery waits for those of earlier events of the same object to the same endpoint. */
const isNext = sql`not exists (select 1 from webhook_deliveries as earlier
  where earlier.endpoint_id = webhook_deliveries.endpoint_id
    and earlier.object = webhook_deliveries.object and earlier.state = 'waiting'
    and earlier.position < webhook_deliveries.position)`;

export const deliveryQueue: Queue<"webhook_deliveries"> = {
  table: "webhook_deliveries",
  isWaiting: sql`state = 'waiting' and ${isNext}
    and endpoint_id in (select id from webhook_endpoints where off_at is null)`,
  leaseMs: tryTimeoutMs + minutes(1),
};

export function queueOf(endpointId: string): Queue<"webhook_deliveries"> {
  return {
    ...deliveryQueue,
    isWaiting: sql`state = 'waiting' and endpoint_id = ${endpointId} and ${isNext}`,
  };
}
