import { parseArgs } from "node:util";
import { parseBackupUrl } from "../../server/platform/config/backup-settings.ts";
import { checkRestore, restoreFrom } from "../../server/platform/db/backup/restore.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { openBackupStorage } from "../../server/platform/db/continuous/backup-store.ts";
import {
  checkContinuous,
  restoreContinuous,
} from "../../server/platform/db/continuous/restore-continuous.ts";
import { listNamedFiles } from "../../server/platform/files/named-files.ts";
import { openStorage } from "../../server/platform/files/storage/open-storage.ts";
import { indexApplications } from "../../server/records/applicants/number-applications.ts";
import { indexCases } from "../../server/records/cases/index-cases.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { stream } from "./backup.ts";

/**
 * `restore` reads a file that `backup` wrote or, with `--from`, the server's continuous backup: its
 * latest state or, with `--at`, the state at that time.
 */
export const restore: Command = {
  summary: "restores a backup into an empty DATA_DIR or database",
  usage: "restore <file> | restore --from <BACKUP_URL> [--at <time>]",
  details: 'With "-" in place of the file, the backup comes from standard input.',
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { args, config, dryRun, print, openInput } = operation;
    const options = { from: { type: "string" }, at: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.from !== undefined && positionals.length === 0) {
      return restoreFromCopy(values.from, values.at, operation);
    }
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0 || values.from !== undefined || values.at !== undefined) {
      throw new OperatorError(`Name the backup to read: ${restore.usage}`);
    }
    const { rows, files } = await (dryRun ? checkRestore : restoreFrom)(
      file === stream ? openInput() : file,
      config,
    );
    if (!dryRun) await rebuildSearch(config);
    await print(`Restored ${rows} rows and ${files} files into ${config.dataDir}\n`);
  },
};

async function restoreFromCopy(from: string, time: string | undefined, operation: Operation) {
  const { config, dryRun, print } = operation;
  const { dataDir, aws, databaseUrl } = config;
  if (databaseUrl !== undefined) {
    throw new OperatorError("The backup is of SQLite: unset DATABASE_URL.");
  }
  const settings = parseBackupUrl(from, aws, dataDir, (error) => {
    throw new OperatorError(`${from} cannot be used: ${error}.`);
  });
  if (!settings) throw new OperatorError(`Name the backup to read: ${restore.usage}`);
  const until = time === undefined ? undefined : readTime(time);
  const storage = await openBackupStorage(settings);
  const found = await (dryRun ? checkContinuous : restoreContinuous)(storage, dataDir, until);
  const [at, snapshotAt] = [found.at, found.snapshotAt].map((one) => new Date(one).toISOString());
  await print(`Restored the database as of ${at} into ${dataDir}:\n`);
  await print(`snapshot of ${snapshotAt} and ${found.changeSets} change sets\n`);
  if (!dryRun) await countMissingFiles(operation);
}

/** Backups leave the search indexes out: without them, the desk would find no older record yet. */
async function rebuildSearch(config: Operation["config"]): Promise<void> {
  const database = await openDatabase(config);
  try {
    while (await indexCases(database));
    while (await indexApplications(database));
  } finally {
    await database.close();
  }
}

/** Uploaded files are not part of it: they are in their own store, or come from another backup. */
async function countMissingFiles({ config, print }: Operation): Promise<void> {
  const files = await openStorage(config, "files");
  const database = await openDatabase({ dataDir: config.dataDir });
  let missing = 0;
  try {
    for await (const name of listNamedFiles(database.db)) {
      const file = await files.open(name);
      if (file) await file.close();
      else missing += 1;
    }
  } finally {
    await database.close();
  }
  if (missing > 0) {
    await print(
      `${missing} files that records name are missing: copy DATA_DIR/files or set FILES_URL\n`,
    );
  }
}

/** @throws OperatorError unless it is a valid time with a time zone */
function readTime(text: string): number {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
  const time = form.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new OperatorError(`${text} is not a valid time; use a format like 2026-11-23T12:00:00Z.`);
  }
  return time;
}
