import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { sqliteFile } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";

/** Name of the migrated PostgreSQL database that tests copy. */
export const postgresTemplate = "template_with_tables";

/** A migrated database of each engine, created once per run: copying one is faster. */
export interface Templates {
  readonly sqlite: string;
  remove(): Promise<void>;
}

/** @param postgresUrl this run's server, if there is one */
export async function makeTemplates(postgresUrl: string | undefined): Promise<Templates> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-template-"));
  await (await openDatabase({ dataDir })).close();
  if (postgresUrl !== undefined) {
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    await client.query(`create database ${postgresTemplate}`);
    await client.end();
    const url = new URL(postgresUrl);
    url.pathname = `/${postgresTemplate}`;
    await (await openDatabase({ dataDir, databaseUrl: url.href })).close();
  }
  return {
    sqlite: path.join(dataDir, sqliteFile),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
