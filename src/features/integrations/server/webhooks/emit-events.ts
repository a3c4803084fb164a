import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { type WebhookEvent, webhookTryDays } from "../../contract/webhooks.ts";

/** An event that other programs may subscribe to. */
export interface NewEvent {
  readonly event: WebhookEvent;
  /** Id of the submission, application or newsletter address. */
  readonly recordId: string;
  /**
   * Identifiers, kind, status and times: never what people wrote, which is read from the record when
   * it is sent. `page` is a path of the desk.
   */
  readonly data: { readonly page?: string } & Readonly<
    Record<string, string | number | boolean | null>
  >;
}

/**
 * Stores events in the transaction that caused them, for every endpoint that subscribes to them.
 * Without endpoints this costs one read of an empty table.
 */
export async function emitEvents(
  trx: Transaction<Database>,
  events: readonly NewEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await trx
    .selectFrom("webhook_endpoints")
    .select(["id", "topics"])
    .where("off_at", "is", null)
    .execute();
  if (endpoints.length === 0) return;
  const listeners = endpoints.map(({ id, topics }) => ({ id, topics: JSON.parse(topics) }));
  const messages = [];
  const deliveries = [];
  for (const { event, recordId, data } of events) {
    const topic = event.slice(0, event.indexOf("."));
    const wanted = listeners.filter(({ topics }) => topics.includes(topic));
    if (wanted.length === 0) continue;
    const message = {
      id: orderedId(),
      event,
      record_id: recordId,
      data: JSON.stringify(data),
      created_at: now,
    };
    messages.push(message);
    for (const { id } of wanted) deliveries.push(newDelivery(message.id, id, now));
  }
  for (const rows of chunksOf(messages)) {
    await trx.insertInto("webhook_messages").values(rows).execute();
  }
  for (const rows of chunksOf(deliveries)) {
    await trx.insertInto("webhook_deliveries").values(rows).execute();
  }
}

/** A queue row that is due at once. @param now milliseconds since 1970 */
export function newDelivery(messageId: string, endpointId: string, now: number) {
  return {
    id: orderedId(),
    message_id: messageId,
    endpoint_id: endpointId,
    state: "waiting",
    problem: "",
    attempts: 0,
    created_at: now,
    next_try_at: now,
    leased_until: 0,
    try_until: now + days(webhookTryDays),
    signature: "",
    had_contents: 0,
  };
}
