import { PostgresAdapter, sql, type Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { emitRequests } from "./request-events.ts";

/** Any number that no other lock has. */
const changesLock = 3_602_001;

/** Lists requests that a merge of accounts moved, or gives back, as changed: their uid is another. */
export async function markMoved(
  trx: Transaction<Database>,
  mergedUid: string,
  now: number,
): Promise<void> {
  const changed_at = await nextChangeTime(trx, now);
  const rows = await trx
    .updateTable("requests")
    .set({ changed_at })
    .where("id", "in", (query) =>
      query
        .selectFrom("merged_rows")
        .select("row_key")
        .where("merged_uid", "=", mergedUid)
        .where("table_name", "=", "requests"),
    )
    .returning(["id", "document_id", "uid", "reference", "state"])
    .execute();
  const moved = rows.map((row) => ({ row, from: row.state }));
  await emitRequests(trx, moved, now);
}

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
