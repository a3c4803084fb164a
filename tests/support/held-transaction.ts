import pg from "pg";
import { onTestFinished } from "vitest";

/** An open transaction of another client on PostgreSQL that has changed a row. */
export interface HeldTransaction {
  /** Whether another connection waits for a lock in this database. */
  isWaitedFor(): Promise<boolean>;
  commit(): Promise<void>;
}

/** Changes a row on a separate connection and keeps the transaction open. */
export async function holdTransaction(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<HeldTransaction> {
  const [holder, watcher] = [databaseUrl, databaseUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), watcher.connect()]);
  onTestFinished(async () => {
    await Promise.all([holder.end(), watcher.end()]);
  });
  await holder.query("begin");
  const { rowCount } = await holder.query(statement, [...values]);
  if (rowCount !== 1) throw new Error(`The statement changed ${rowCount} rows.`);
  return {
    async isWaitedFor() {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    },
    async commit() {
      await holder.query("commit");
    },
  };
}
