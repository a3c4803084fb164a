import { stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** File in `DATA_DIR` that every complete backup writes anew; its change time is what counts. */
export const lastBackupFile = "last-backup";

/** File in `DATA_DIR` that the process locks which copies the database all the time. */
export const backupLockFile = "continuous-backup.lock";

/** Notes that a backup was completed now. */
export async function noteBackup(dataDir: string): Promise<void> {
  await writeFile(path.join(dataDir, lastBackupFile), `${new Date().toISOString()}\n`);
}

/** When the last backup was completed, in milliseconds since 1970; undefined if there is none. */
export async function readLastBackup(dataDir: string): Promise<number | undefined> {
  return stat(path.join(dataDir, lastBackupFile)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
