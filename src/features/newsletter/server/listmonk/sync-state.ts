import type { Transaction } from "kysely";
import type { ListmonkSettings } from "../../../../platform/server/config/listmonk-settings.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queueSync } from "../addresses/sync-queue.ts";

/** Addresses queued per transaction when listmonk is set up. */
const batchSize = 200;
/** Marks that all are queued; sorts after every id. */
const allQueued = "~";

/**
 * Stores which list is synced. A different list is synced from the beginning; without a list the
 * queue is cleared.
 */
export async function setTarget(
  { write }: Pick<DatabaseClient, "write">,
  settings: ListmonkSettings | undefined,
): Promise<void> {
  await write(async (trx) => {
    const target = settings && `${settings.url} ${settings.listId}`;
    const known = await trx.selectFrom("newsletter_sync_state").select("target").execute();
    if (target !== undefined && known.some((row) => row.target === target)) return;
    if (target === undefined && known.length === 0) return;
    await trx.deleteFrom("newsletter_sync_state").execute();
    await trx.deleteFrom("newsletter_sync").execute();
    if (target === undefined) return;
    await trx
      .updateTable("newsletter_addresses")
      .set({ sync_state: "" })
      .where("sync_state", "!=", "")
      .execute();
    await trx
      .insertInto("newsletter_sync_state")
      .values({
        target,
        queued_to: "",
        read_to: "",
        succeeded_at: null,
        failed_at: null,
        failure: "",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Queues addresses from before listmonk was set up. @returns whether there may be more */
export async function queueEarlier(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  now: number,
): Promise<boolean> {
  const state = await db.selectFrom("newsletter_sync_state").select("queued_to").executeTakeFirst();
  if (!state || state.queued_to === allQueued) return false;
  const rows = await db
    .selectFrom("newsletter_addresses")
    .select(["id", "email"])
    .where("id", ">", state.queued_to)
    .orderBy("id")
    .limit(batchSize)
    .execute();
  await write(async (trx) => {
    for (const { email } of rows) await queueSync(trx, email, now);
    const queued_to = rows.length < batchSize ? allQueued : (rows.at(-1)?.id ?? allQueued);
    await trx.updateTable("newsletter_sync_state").set({ queued_to }).execute();
  });
  return rows.length === batchSize;
}

/** @param now milliseconds since 1970 */
export async function noteSuccess(trx: Transaction<Database>, now: number): Promise<void> {
  await trx.updateTable("newsletter_sync_state").set({ succeeded_at: now, failure: "" }).execute();
}

/** @param now milliseconds since 1970 */
export async function noteFailure(
  trx: Transaction<Database>,
  failure: string,
  now: number,
): Promise<void> {
  await trx.updateTable("newsletter_sync_state").set({ failed_at: now, failure }).execute();
}
