import type { Insertable, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** Counts a funnel event; a repeated id counts once. */
export async function countEvent(
  trx: Transaction<Database>,
  event: Insertable<Database["funnel_events"]>,
): Promise<void> {
  await trx
    .insertInto("funnel_events")
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function countProgress(
  trx: Transaction<Database>,
  application: { readonly id: string; readonly track: string; readonly source: string },
  kind: string,
  now: number,
): Promise<void> {
  const { id, track, source } = application;
  return countEvent(trx, { id: `${id}:${kind}`, track, source, kind, at: now });
}
