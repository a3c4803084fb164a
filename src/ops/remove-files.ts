import type { DatabaseClient } from "../server/platform/db/client.ts";
import { fileStoreOf } from "../server/platform/files/file-store.ts";
import { removeFiles } from "../server/platform/files/removals.ts";
import type { Operation } from "./command.ts";

/**
 * Removes files after the transaction that deleted their rows; nothing in a dry run.
 * @param files below `DATA_DIR/files`
 * @returns those that could not be removed; the server retries them
 */
export async function removeStoredFiles(
  database: DatabaseClient,
  { config, dryRun }: Pick<Operation, "config" | "dryRun">,
  files: readonly string[],
): ReturnType<typeof removeFiles> {
  return dryRun ? [] : removeFiles(fileStoreOf({ database, config }), files);
}
