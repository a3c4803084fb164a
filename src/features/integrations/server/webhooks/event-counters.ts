import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** Counters besides those of the objects, whose names contain a slash. */
const positionName = "position";
const queuedName = "queued";

/**
 * Gives numbers to events of these objects. The row of the position is locked until the commit, so
 * that a later position is never visible before an earlier one.
 * @returns gives the numbers of the next event of an object, in the order of the events
 */
export async function count(trx: Transaction<Database>, keys: readonly string[]) {
  const added = new Map([[positionName, keys.length]]);
  for (const key of [...keys].sort()) added.set(key, (added.get(key) ?? 0) + 1);
  const rows = await trx
    .insertInto("event_counters")
    .values([...added].map(([name, last]) => ({ name, last })))
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({
        last: row("event_counters.last", "+", row.ref("excluded.last")),
      })),
    )
    .returning(["name", "last"])
    .execute();
  const next = new Map(rows.map(({ name, last }) => [name, Number(last) - (added.get(name) ?? 0)]));
  const step = (name: string) => {
    const number = (next.get(name) ?? 0) + 1;
    next.set(name, number);
    return number;
  };
  return (key: string) => ({ position: step(positionName), sequence: step(key) });
}

/** The last position that was given; 0 before the first event. */
export const readPosition = (db: Kysely<Database>) => readCounter(db, positionName);

/** Position of the last event whose deliveries were queued. */
export const readQueued = (db: Kysely<Database>) => readCounter(db, queuedName);

async function readCounter(db: Kysely<Database>, name: string): Promise<number> {
  const row = await db
    .selectFrom("event_counters")
    .select("last")
    .where("name", "=", name)
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** The same, locked until the commit: other nodes wait. */
export async function lockQueued(trx: Transaction<Database>): Promise<number> {
  const { last } = await trx
    .insertInto("event_counters")
    .values({ name: queuedName, last: 0 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({ last: row.ref("event_counters.last") })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return Number(last);
}

export async function saveQueued(trx: Transaction<Database>, position: number): Promise<void> {
  await trx
    .updateTable("event_counters")
    .set({ last: position })
    .where("name", "=", queuedName)
    .execute();
}
