import path from "node:path";
import { Kysely, type Transaction } from "kysely";
import { type DatabaseOptions, sqliteFile } from "../client.ts";
import type { Database } from "../schema.ts";
import { NodeSqliteDialect, openSqlite } from "../sqlite/node-sqlite.ts";

/**
 * Runs the callback on an empty database in one transaction without time limit, including
 * migrations: all or nothing.
 */
export async function fillDatabase(
  { databaseUrl, dataDir }: DatabaseOptions,
  job: (trx: Transaction<Database>) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== undefined) {
    const { fillPostgres } = await import("../postgres/postgres.ts");
    return fillPostgres(databaseUrl, job);
  }
  const connection = openSqlite(path.join(dataDir, sqliteFile));
  const db = new Kysely<Database>({ dialect: new NodeSqliteDialect(connection) });
  try {
    await db.transaction().execute(job);
  } finally {
    await db.destroy();
  }
}
