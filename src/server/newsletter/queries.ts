import type { Kysely, Transaction } from "kysely";
import type { RecentSpan } from "../platform/clock.ts";
import type { Database } from "../platform/db/schema.ts";

/** A subscriber to be stored. */
export interface NewSubscriber {
  readonly id: string;
  readonly email: string;
  readonly data: object;
  readonly createdAt: number;
  readonly spamReason: string | null;
  readonly addressHash: string | null;
}

/**
 * Adds a subscriber. Somebody who unsubscribed before is subscribed again, with the new record; a
 * current subscriber stays unchanged.
 */
export async function subscribe(
  trx: Transaction<Database>,
  subscriber: NewSubscriber,
): Promise<void> {
  await trx
    .insertInto("newsletter_subscribers")
    .values({
      id: subscriber.id,
      email: subscriber.email,
      data: JSON.stringify(subscriber.data),
      created_at: subscriber.createdAt,
      unsubscribed_at: null,
      spam_reason: subscriber.spamReason,
      address_hash: subscriber.addressHash,
    })
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet((row) => ({ unsubscribed_at: null, data: row.ref("excluded.data") }))
        .where("newsletter_subscribers.unsubscribed_at", "is not", null),
    )
    .execute();
}

/** Counts signups from an address within a span of time (milliseconds), up to `max`. */
export async function countSignups(
  trx: Transaction<Database>,
  addressHash: string,
  { since, until }: RecentSpan,
  max: number,
): Promise<number> {
  const rows = await trx
    .selectFrom("newsletter_subscribers")
    .select("id")
    .where("address_hash", "=", addressHash)
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .limit(max)
    .execute();
  return rows.length;
}

/** Unsubscribes; a second time changes nothing. */
export async function unsubscribe(
  trx: Transaction<Database>,
  id: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable("newsletter_subscribers")
    .set({ unsubscribed_at: now })
    .where("id", "=", id)
    .where("unsubscribed_at", "is", null)
    .execute();
}

/** Current subscribers, oldest first. */
export function listSubscribers(db: Kysely<Database>): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom("newsletter_subscribers")
    .select(["id", "email"])
    .where("unsubscribed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
