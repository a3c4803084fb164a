import path from "node:path";
import { seconds } from "../../platform/contract/durations.ts";
import { type Config, readConfig } from "../../platform/server/config/config.ts";
import { sqliteFile } from "../../platform/server/db/client.ts";
import type { BackupProcess } from "../../platform/server/db/continuous/backup-process.ts";
import { SqliteIntegrity } from "../../platform/server/db/sqlite/sqlite-integrity.ts";
import { openLog } from "../../platform/server/plain-log.ts";
import { Primary } from "../../platform/server/workers/primary.ts";
import { describeStartupError } from "./startup-error.ts";

/**
 * Starts `WORKERS` servers, which share one port. SIGHUP replaces them one by one with those of the
 * newest build; SIGTERM or SIGINT stops all. A startup error exits with code 1.
 */
export async function startWorkers(): Promise<void> {
  // Only the server's user may read its files: they contain personal data.
  process.umask(0o077);
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    console.error(describeStartupError(error));
    process.exit(1);
  }
  if (config.workers > 1) await startPrimary(config);
  else {
    const { start } = await import("./start.ts");
    await start();
  }
}

async function startPrimary(config: Config): Promise<void> {
  // Not resolved: a symbolic link in the path leads to the newest build.
  const program = path.join(path.dirname(process.argv[1] ?? ""), "worker.js");
  const log = openLog(config.logLevel);
  const primary = new Primary({
    program,
    workers: config.workers,
    log,
    stopDelayMs: seconds(config.stopDelaySeconds),
  });
  let backup: BackupProcess | undefined;
  const integrity = config.databaseUrl === undefined ? openIntegrity(config) : undefined;
  primary.onReady = (worker) => {
    if (integrity && integrity.state !== "unchecked") {
      worker.send({ kind: "integrity", state: integrity.state });
    }
  };
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    integrity?.stop();
    await primary.stop();
    await backup?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  process.on("SIGHUP", () => primary.rollOver());
  const origin = await primary.start();
  if (origin === undefined) {
    if (stopping) return;
    await primary.stop();
    process.exit(1);
  }
  if (config.backup) {
    const { BackupProcess } = await import("../../platform/server/db/continuous/backup-process.ts");
    backup = new BackupProcess(log, (stored) => {
      for (const worker of primary.serving) worker.send({ kind: "backup", stored });
    });
  }
  console.log(`Listening on ${origin}`);
  const state = await integrity?.check();
  if (state === undefined || state === "unchecked") return;
  for (const worker of primary.serving) worker.send({ kind: "integrity", state });
}

/** One check serves all workers. */
function openIntegrity({ dataDir }: Config): SqliteIntegrity {
  return new SqliteIntegrity(path.join(dataDir, sqliteFile));
}
