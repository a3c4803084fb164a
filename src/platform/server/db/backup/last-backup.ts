import { stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** File in `DATA_DIR` that every complete backup rewrites; only its modification time is used. */
export const lastBackupFile = "last-backup";

/** File in `DATA_DIR` that the process of the continuous backup locks. */
export const backupLockFile = "continuous-backup.lock";

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
