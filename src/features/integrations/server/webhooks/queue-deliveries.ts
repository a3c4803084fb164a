import type { Selectable, Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { topicOf, type WebhookEvent, webhookTryDays } from "../../contract/webhooks.ts";
import { lockQueued, readPosition, readQueued, saveQueued } from "./event-counters.ts";

/** Deliveries that one transaction queues, if it is more than one event. */
const rowsAtOnce = 1000;

type Message = Pick<
  Selectable<Database["webhook_messages"]>,
  "id" | "event" | "object_id" | "position"
>;

/**
 * Queues the deliveries of new events: once for each event and each endpoint that was on. They are
 * not queued with the event, since a hundred receivers would make each change a hundred times slower.
 * @param isTest in the sandbox, whose events only test webhooks get
 */
export async function queueDeliveries(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  now: number,
  isTest = false,
): Promise<void> {
  while ((await readQueued(db)) < (await readPosition(db))) {
    await write((trx) => queueSome(trx, now, isTest));
  }
}

async function queueSome(trx: Transaction<Database>, now: number, isTest: boolean): Promise<void> {
  const queued = await lockQueued(trx);
  const endpoints = await trx
    .selectFrom("webhook_endpoints")
    .select(["id", "topics", "after_position"])
    .where("off_at", "is", null)
    .where("is_test", "=", isTest ? 1 : 0)
    .execute();
  const position = await readPosition(trx);
  const starts = endpoints.map((one) => Number(one.after_position));
  // Events from before any of them was added or turned on are skipped.
  const start = Math.max(queued, Math.min(position, ...starts));
  const messages = await trx
    .selectFrom("webhook_messages")
    .select(["id", "event", "object_id", "position"])
    .where("position", ">", start)
    .orderBy("position")
    .limit(Math.max(1, Math.floor(rowsAtOnce / Math.max(1, endpoints.length))))
    .execute();
  const deliveries = endpoints.flatMap(({ id, topics, after_position: after }) => {
    const wanted: readonly string[] = JSON.parse(topics);
    return messages
      .filter(
        (one) =>
          Number(one.position) > Number(after) &&
          wanted.includes(topicOf(one.event as WebhookEvent)),
      )
      .map((one) => newDelivery(one, id, now));
  });
  const inOrder = deliveries.sort((one, other) => Number(one.position) - Number(other.position));
  for (const rows of chunksOf(inOrder)) {
    await trx.insertInto("webhook_deliveries").values(rows).execute();
  }
  const last = messages.at(-1)?.position;
  await saveQueued(trx, last == null ? position : Number(last));
}

/** A queue row that is due at once. @param now milliseconds since 1970 */
export function newDelivery(message: Message, endpointId: string, now: number) {
  const { position } = message;
  return {
    id: orderedId(),
    message_id: message.id,
    endpoint_id: endpointId,
    object: position === null ? "" : objectOf(message),
    position,
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

/** "kind/id" */
export function objectOf({ event, object_id: id }: Pick<Message, "event" | "object_id">): string {
  return `${topicOf(event as WebhookEvent)}/${id}`;
}
