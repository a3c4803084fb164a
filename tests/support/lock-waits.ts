import { sql } from "kysely";
import { expect } from "vitest";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";

/**
 * Waits until at least `waiting` transactions of a PostgreSQL database are blocked by a lock. A job
 * may be another one.
 */
export async function untilBlocked({ db }: DatabaseClient, waiting = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBeGreaterThanOrEqual(waiting);
}
