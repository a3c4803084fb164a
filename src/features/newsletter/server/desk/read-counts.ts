import type { Kysely } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { SubscriberCounts, SyncState } from "../../contract/newsletter-desk.ts";
import { subscriberSources, subscriberStates } from "../../contract/subscriber-states.ts";
import { countSubscribers } from "../addresses/days.ts";
import { countAddresses } from "./list-subscribers.ts";

/** The counts beside the filters. @param confirms whether double opt-in is on */
export async function readSubscriberCounts(
  db: Kysely<Database>,
  confirms: boolean,
): Promise<SubscriberCounts> {
  const countEach = async <Key extends string>(
    keys: readonly Key[],
    count: (key: Key) => Promise<number>,
  ) => {
    const entries = await Promise.all(keys.map(async (key) => [key, await count(key)] as const));
    return Object.fromEntries(entries) as Record<Key, number>;
  };
  const [subscribers, states, sources, pages, sync] = await Promise.all([
    countSubscribers(db),
    countEach(subscriberStates, (state) => countAddresses(db, { state })),
    countEach(subscriberSources, (source) => countAddresses(db, { source })),
    countEach(Object.values(paths), (page) => countAddresses(db, { page })),
    readSyncState(db),
  ]);
  const known = Object.entries(pages).filter(([, count]) => count > 0);
  return { subscribers, states, sources, pages: Object.fromEntries(known), confirms, sync };
}

/** The sync state of listmonk; null without it. */
async function readSyncState(db: Kysely<Database>): Promise<SyncState | null> {
  const state = await db.selectFrom("newsletter_sync_state").selectAll().executeTakeFirst();
  if (!state) return null;
  const waiting = await db.selectFrom("newsletter_sync").select("id").limit(maxCount).execute();
  const { succeeded_at: at, failure } = state;
  return {
    at: at === null ? null : new Date(at).toISOString(),
    waiting: waiting.length,
    failure: failure === "" ? null : failure,
  };
}
