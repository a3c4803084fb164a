import { existsSync } from "node:fs";
import path from "node:path";
import { type DatabaseClient, sqliteFile } from "../server/db/client.ts";
import { openDatabase } from "../server/db/open-database.ts";
import { rejectHalfRestored } from "../server/db/restore-mark.ts";
import { rollingBack } from "../server/db/rolling-back.ts";
import type { Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";

/**
 * Runs a command's work on the existing database and closes it. In a dry run every transaction is
 * rolled back at its end, so the command reports what it would do.
 * @param choices `migrates` for the command that migrates the database; all others leave the schema
 * as it is, since a server of an earlier version may be running
 * @throws OperatorError if there is no database: opening would create an empty one, and a mistyped
 * DATA_DIR would look like a site without records
 * @throws Error if migrations are pending, unless the command migrates
 */
export async function withDatabase<Result>(
  { config, dryRun }: Pick<Operation, "config" | "dryRun">,
  work: (database: DatabaseClient) => Promise<Result>,
  { migrates = false } = {},
): Promise<Result> {
  const { databaseUrl, dataDir } = config;
  rejectHalfRestored(dataDir);
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, sqliteFile))) {
    throw new OperatorError(`There is no database in ${dataDir}. Give the server's DATA_DIR.`);
  }
  const database = await openDatabase({ ...config, rejectPending: !migrates });
  try {
    return await work(dryRun ? rollingBack(database) : database);
  } finally {
    await database.close();
  }
}
