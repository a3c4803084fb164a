import { PostgresAdapter, sql, type Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";

/** Any number that no other lock has. */
const changesLock = 3_602_001;

/**
 * The time of a change, later than that of every change before it, so that programs which read the
 * list of changes miss none: on PostgreSQL transactions that change requests take turns.
 */
export async function nextChangeTime(trx: Transaction<Database>, now: number): Promise<number> {
  if (trx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select pg_advisory_xact_lock(${changesLock})`.execute(trx);
  }
  const { last } = await trx
    .selectFrom("requests")
    .select(({ fn }) => fn.max("changed_at").as("last"))
    .executeTakeFirstOrThrow();
  return Math.max(now, Number(last ?? 0) + 1);
}
