import path from "node:path";
import { parseArgs } from "node:util";
import { indexCases } from "../../features/messages/server/cases/index-cases.ts";
import { findMissed } from "../../features/privacy/server/deletion/find-missed.ts";
import { openFormerPlace, openPlaces } from "../../features/privacy/server/deletion/list-places.ts";
import { repeatDeletions } from "../../features/privacy/server/deletion/repeat-deletions.ts";
import { indexApplications } from "../../features/recruiting/server/applicants/number-applications.ts";
import { stream } from "../../platform/ops/backup.ts";
import type { Command, Operation } from "../../platform/ops/command.ts";
import { OperatorError } from "../../platform/ops/operator-error.ts";
import { parseBackupUrl } from "../../platform/server/config/backup-settings.ts";
import { checkRestore, restoreFrom } from "../../platform/server/db/backup/restore.ts";
import type { DatabaseClient } from "../../platform/server/db/client.ts";
import { openBackupStorage } from "../../platform/server/db/continuous/backup-store.ts";
import {
  checkContinuous,
  restoreContinuous,
} from "../../platform/server/db/continuous/restore-continuous.ts";
import { openDatabase } from "../../platform/server/db/open-database.ts";
import type { FileStorage } from "../../platform/server/files/file-storage.ts";
import { deletionArea, openStorage } from "../../platform/server/files/open-storage.ts";

/**
 * `restore` reads a file that `backup` wrote or, with `--from`, the server's continuous backup: its
 * latest state or, with `--at`, the state at that time. Then it repeats the deletions made since.
 */
export const restore: Command = {
  summary: "restores a backup into an empty DATA_DIR or database",
  usage:
    "restore <file> [--deletions <DATA_DIR>] | restore --from <BACKUP_URL> [--at <time>] [--deletions <DATA_DIR>]",
  details:
    'With "-" in place of the file, the backup comes from standard input. Deletions made after the backup are repeated from the list beside FILES_URL and BACKUP_URL, or from the former DATA_DIR that --deletions names.',
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { args, config, dryRun, print, openInput } = operation;
    const options = {
      from: { type: "string" },
      at: { type: "string" },
      deletions: { type: "string" },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const former = await openFormerLists(values.deletions);
    if (values.from !== undefined && positionals.length === 0) {
      return restoreFromCopy(values.from, values.at, former, operation);
    }
    const [file, ...rest] = positionals;
    if (!file || rest.length > 0 || values.from !== undefined || values.at !== undefined) {
      throw new OperatorError(`Name the backup to read: ${restore.usage}`);
    }
    const { rows, files } = await (dryRun ? checkRestore : restoreFrom)(
      file === stream ? openInput() : file,
      config,
    );
    await print(`Restored ${rows} rows and ${files} files into ${config.dataDir}\n`);
    if (dryRun) return;
    await withRestored(operation, async (database) => {
      await repeatMissed(database, former, operation);
      await rebuildSearch(database);
    });
  },
};

/** @throws OperatorError if there is no list */
async function openFormerLists(dataDir: string | undefined): Promise<FileStorage[]> {
  if (dataDir === undefined) return [];
  const list = await openFormerPlace(dataDir);
  if (!list) throw new OperatorError(`There is no list of deletions in ${path.resolve(dataDir)}.`);
  return [list];
}

async function restoreFromCopy(
  from: string,
  time: string | undefined,
  former: readonly FileStorage[],
  operation: Operation,
) {
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
  if (dryRun) return;
  const lists = [await openBackupStorage(settings, deletionArea), ...former];
  await withRestored(operation, async (database) => {
    await repeatMissed(database, lists, operation);
    await countMissingFiles(database, operation);
  });
}

async function withRestored(
  { config }: Operation,
  work: (database: DatabaseClient) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(config);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Repeats the deletions that were made after the backup. @param lists besides the server's own */
async function repeatMissed(
  database: DatabaseClient,
  lists: readonly FileStorage[],
  { config, print }: Operation,
): Promise<void> {
  try {
    const { missed, listed } = await findMissed(database, await openPlaces(config), lists);
    const context = { database, config, now: Date.now };
    const { repeated, found, others } = await repeatDeletions(missed, context);
    await print(
      listed === 0
        ? "No list of deletions was found: if data was deleted after this backup, give the former DATA_DIR with --deletions.\n"
        : `Repeated deletions that were made after the backup: ${repeated}. Of these, ${found} found data to delete.\n`,
    );
    if (others > 0) {
      await print(`Of another database, and left alone: ${others} deletions.\n`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new OperatorError(
      `The backup is restored. The server tries again before it serves to repeat the deletions made since, which failed: ${reason}`,
      { cause: error },
    );
  }
}

/** Backups leave the search indexes out: without them, the desk would find no older record yet. */
async function rebuildSearch(database: DatabaseClient): Promise<void> {
  while (await indexCases(database));
  while (await indexApplications(database));
}

/** Uploaded files are not part of it: they are in their own store, or come from another backup. */
async function countMissingFiles(
  database: DatabaseClient,
  { config, namedFiles, print }: Operation,
): Promise<void> {
  const files = await openStorage(config, "files");
  let missing = 0;
  for await (const name of namedFiles.list(database.db)) {
    const file = await files.open(name);
    if (file) await file.close();
    else missing += 1;
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
