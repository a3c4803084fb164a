import { existsSync } from "node:fs";
import path from "node:path";

/**
 * Folder in `DATA_DIR` in which a restore builds everything before it moves it into place.
 * As long as it stands there, the data is not whole.
 */
export const restoreMark = "unfinished-restore";

/** @throws Error with words for the operator when a restore into the folder was never finished */
export function rejectHalfRestored(dataDir: string): void {
  if (!existsSync(path.join(dataDir, restoreMark))) return;
  throw new Error(
    `This data is half restored: a restore into ${dataDir} runs or was ended early. Empty that folder, use an empty database with PostgreSQL, and restore again.`,
  );
}
