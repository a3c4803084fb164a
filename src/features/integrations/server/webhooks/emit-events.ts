import type { Transaction } from "kysely";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { topicOf, type WebhookEvent } from "../../contract/webhooks.ts";
import { count } from "./event-counters.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** An event that other programs may read or subscribe to. */
export interface NewEvent {
  readonly event: WebhookEvent;
  /** Of the row from which the contents are read when it is sent. */
  readonly recordId: string;
  /** What it is about, as programs name it. Its kind is the topic of the event. */
  readonly object: { readonly id: string; readonly externalId?: string | null };
  /** The account that it is about, with whose deletion it is emptied. */
  readonly uid?: string;
  /**
   * Identifiers, kind, status and times: never what people wrote, which is read from the record when
   * it is sent. `page` is a path of the desk.
   */
  readonly data: { readonly page?: string } & Readonly<Record<string, Json>>;
}

/**
 * Adds events to the log in the transaction that caused them. Their positions are in the order of the
 * commits: on PostgreSQL, transactions with events take turns from here on, so call it late.
 * @returns their ids
 */
export async function emitEvents(
  trx: Transaction<Database>,
  events: readonly NewEvent[],
  now: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const some of chunksOf(events)) {
    const keys = some.map(keyOf);
    const next = await count(trx, keys);
    const rows = some.map(({ event, recordId, object, uid = null, data }, index) => ({
      id: orderedId(),
      event,
      record_id: recordId,
      object_id: object.id,
      external_id: object.externalId ?? null,
      uid,
      data: JSON.stringify(data),
      created_at: now,
      ...next(keys[index] ?? ""),
    }));
    await trx.insertInto("webhook_messages").values(rows).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function keyOf({ event, object }: NewEvent): string {
  return `${topicOf(event)}/${object.id}`;
}
