import type { DatabaseClient } from "../server/db/client.ts";
import { fileStoreOf } from "../server/files/file-store.ts";
import { removeFiles } from "../server/files/removals.ts";
import type { Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";

/**
 * Removes files after the transaction that deleted their rows; nothing in a dry run.
 * @param files below `DATA_DIR/files`
 * @param done what that transaction did, such as "Deleted the account", for the error
 * @throws OperatorError if a file could not be removed; the server retries it
 */
export async function removeStoredFiles(
  database: DatabaseClient,
  { config, dryRun }: Pick<Operation, "config" | "dryRun">,
  files: readonly string[],
  done: string,
): Promise<void> {
  if (dryRun) return;
  const failed = await removeFiles(fileStoreOf({ database, config }), files);
  const [first] = failed;
  if (!first) return;
  const { error } = first;
  const reason = error instanceof Error ? error.message : String(error);
  throw new OperatorError(
    `${done}, but ${failed.length} of its files could not be removed yet (${reason}). The server tries again every ten minutes and logs it if that fails.`,
    { cause: error },
  );
}
