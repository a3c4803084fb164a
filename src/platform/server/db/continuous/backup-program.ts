/**
 * A program that the server starts if `BACKUP_URL` is set. It continuously copies the SQLite
 * database there, and ends with the server. It is a separate process because closing one of
 * SQLite's files releases all of SQLite's locks in the process.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { days, seconds } from "../../../contract/durations.ts";
import { readConfig } from "../../config/config.ts";
import { openLog } from "../../plain-log.ts";
import { backupLockFile } from "../backup/last-backup.ts";
import { sqliteFile } from "../client.ts";
import type { BackupReport } from "./backup-lag.ts";
import { openBackupStorage } from "./backup-store.ts";
import { Replicator } from "./replicator.ts";

/** Polling interval for the lock, in milliseconds. */
const lockEveryMs = seconds(1);
/** Maximum time for the remaining commits when the server has ended, in milliseconds. */
const endLimitMs = seconds(3);

process.umask(0o077);
const config = readConfig(process.env);
const stopping = new AbortController();
process.on("disconnect", () => {
  stopping.abort();
  setTimeout(() => process.exit(), endLimitMs);
});
// Ignored: the server ends this process after its own last commit.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => {});

const file = path.join(config.dataDir, sqliteFile);
if (config.backup && existsSync(file)) {
  const held = await lock();
  const replicator = new Replicator({
    file,
    storage: await openBackupStorage(config.backup),
    keepMs: days(config.backupDays),
    log: openLog(config.logLevel),
    onStored: report,
  });
  await replicator.run(stopping.signal);
  held.close();
}
// Exits without closing the database: closing the last connection would remove the WAL, and the
// next start would need a new snapshot.
process.exit();

function report(report: BackupReport): void {
  // Without a callback, an error after the server has ended would end this process, too.
  process.send?.(report, undefined, undefined, () => undefined);
}

/**
 * Ensures that only one process copies. The system unlocks the file when the process ends.
 * @returns the connection that holds the lock: if it were garbage-collected, the lock would be gone
 */
async function lock(): Promise<DatabaseSync> {
  const { signal } = stopping;
  let isWaiting = false;
  const database = new DatabaseSync(path.join(config.dataDir, backupLockFile), { timeout: 0 });
  while (!signal.aborted) {
    try {
      database.exec("begin exclusive");
      if (isWaiting) report({ at: Date.now(), snapshotAt: Date.now() });
      return database;
    } catch {
      if (!isWaiting) report(null);
      isWaiting = true;
      await wait(lockEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
  process.exit();
}
