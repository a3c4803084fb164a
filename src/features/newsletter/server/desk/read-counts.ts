import type { Kysely } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { ReaderCounts, SyncState } from "../../contract/newsletter-desk.ts";
import { readerSources, readerStates } from "../../contract/reader-states.ts";
import { countReaders } from "../addresses/days.ts";
import { countAddresses } from "./list-readers.ts";

/** The counts beside the filters. @param confirms whether double opt-in is on */
export async function readReaderCounts(
  db: Kysely<Database>,
  confirms: boolean,
): Promise<ReaderCounts> {
  const countEach = async <Key extends string>(
    keys: readonly Key[],
    count: (key: Key) => Promise<number>,
  ) => {
    const entries = await Promise.all(keys.map(async (key) => [key, await count(key)] as const));
    return Object.fromEntries(entries) as Record<Key, number>;
  };
  const [readers, states, sources, pages, sync] = await Promise.all([
    countReaders(db),
    countEach(readerStates, (state) => countAddresses(db, { state })),
    countEach(readerSources, (source) => countAddresses(db, { source })),
    countEach(Object.values(paths), (page) => countAddresses(db, { page })),
    readSyncState(db),
  ]);
  const known = Object.entries(pages).filter(([, count]) => count > 0);
  return { readers, states, sources, pages: Object.fromEntries(known), confirms, sync };
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
