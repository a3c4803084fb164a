import pg from "pg";
import { onTestFinished } from "vitest";

/** An open transaction on a separate PostgreSQL connection that has changed a row. */
export interface OpenTransaction {
  /** Whether another connection to this database is waiting for a lock. */
  isBlocking(): Promise<boolean>;
  commit(): Promise<void>;
}

/** Changes a row on a separate connection and leaves the transaction open. */
export async function openTransaction(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[],
): Promise<OpenTransaction> {
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
    async isBlocking() {
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
