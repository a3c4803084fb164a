import { stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** File in `DATA_DIR` that every complete backup rewrites; only its modification time is used. */
export const lastBackupFile = "last-backup";

/** The same of every backup that was restored as a test; kept beside the data of the server. */
const lastRestoreFile = "last-restore";

/** File in `DATA_DIR` that the process of the continuous backup locks. */
export const backupLockFile = "continuous-backup.lock";

export async function noteBackup(dataDir: string): Promise<void> {
  await writeFile(path.join(dataDir, lastBackupFile), `${new Date().toISOString()}\n`);
}

/** Notes a restore as a test, if this is the server's machine. */
export async function noteRestore(dataDir: string): Promise<void> {
  const file = path.join(dataDir, lastRestoreFile);
  await writeFile(file, `${new Date().toISOString()}\n`).catch(() => undefined);
}

export function readLastRestore(dataDir: string): Promise<number | undefined> {
  return readTime(path.join(dataDir, lastRestoreFile));
}

/** When the last backup was completed, in milliseconds since 1970; undefined if there is none. */
export async function readLastBackup(dataDir: string): Promise<number | undefined> {
  return readTime(path.join(dataDir, lastBackupFile));
}

async function readTime(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
