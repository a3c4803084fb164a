import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Folder in `DATA_DIR` in which a restore builds everything before moving it into place. While it
 * exists, the data is incomplete.
 */
export const restoreFolder = "unfinished-restore";

/** @throws Error for the operator if a restore into the folder is unfinished */
export function rejectHalfRestored(dataDir: string): void {
  if (!existsSync(path.join(dataDir, restoreFolder))) return;
  throw new Error(
    `This data is from an unfinished restore: a restore into ${dataDir} is running or was interrupted. Empty that folder, with PostgreSQL use an empty database, and restore again.`,
  );
}
