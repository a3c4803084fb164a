import { sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";

/**
 * Queues an address for the sync with listmonk, if listmonk is set up. An address already in the
 * queue is synced once, with its state at that time.
 */
export async function queueSync(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<void> {
  const tool = await trx
    .selectFrom("newsletter_sync_state")
    .select("target")
    .limit(1)
    .executeTakeFirst();
  if (!tool) return;
  await trx
    .insertInto("newsletter_sync")
    .values({
      id: orderedId(),
      email,
      version: 1,
      created_at: now,
      attempts: 0,
      next_try_at: now,
      leased_until: 0,
    })
    .onConflict((conflict) =>
      conflict.column("email").doUpdateSet({
        version: sql`newsletter_sync.version + 1`,
        attempts: 0,
        next_try_at: now,
      }),
    )
    .execute();
}
