import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { brand } from "../../brand.ts";
import { backupTo, writeBackup } from "../server/db/backup/backup.ts";
import { noteBackup, noteRestore } from "../server/db/backup/last-backup.ts";
import { tryRestore } from "../server/db/backup/try-restore.ts";
import type { Command, Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";
import { withDatabase } from "./with-database.ts";

const verifyOption = "--verify";
const maxNamedFiles = 20;

/** In place of a file: standard output or input. */
export const stream = "-";

/**
 * `backup` writes a backup; with `--verify` it restores one to a temporary folder and reports its
 * contents.
 */
export const backup: Command = {
  summary: "writes a backup of the database and the files, or verifies one",
  usage: `backup <file> | backup ${verifyOption} <file>`,
  details:
    'With "-" in place of the file, the backup goes to standard output, or comes from standard input.',
  needsNoData: (args) => args.includes(verifyOption),

  async run(operation: Operation): Promise<void> {
    const { args } = operation;
    const options = { verify: { type: "boolean" } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...rest] = positionals;
    const isVerifying = values.verify === true;
    if (!file || rest.length > 0) {
      throw new OperatorError(
        `Name the file to ${isVerifying ? "verify" : "write"}: npm run -s ops -- ${backup.usage}`,
      );
    }
    await (isVerifying ? verify : write)(file, operation);
  },
};

async function write(file: string, operation: Operation): Promise<void> {
  const { config, dryRun } = operation;
  const { dataDir, objectStore } = config;
  const sources = { dataDir, objectStore, named: operation.namedFiles };
  const isStream = file === stream;
  // Standard output has the backup, and nothing else.
  const print = isStream ? async (text: string) => operation.warn(text.trimEnd()) : operation.print;
  await withDatabase({ config, dryRun }, async (client) => {
    if (!isStream && isInside(file, dataDir)) {
      throw new OperatorError(`${file} is in DATA_DIR: the next backup would contain this one.`);
    }
    const { rows, files, missingFiles } = isStream
      ? await writeBackup(client, sources, operation.openOutput())
      : await backupTo(client, sources, file);
    const target = isStream ? "standard output" : path.resolve(file);
    await print(`Saved ${rows} rows and ${files} files to ${target}\n`);
    // With most files missing this is not the server's storage. A few lost ones must not hide that
    // backups are made.
    if (missingFiles.length <= files) {
      await noteBackup(dataDir).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : error;
        throw new OperatorError(
          `The backup is complete, but the server's metrics and alerts will not show it: ${reason}`,
          { cause: error },
        );
      });
    }
    const hint = "Are DATA_DIR, FILES_URL and keys those of the server?";
    await rejectIncomplete(nameOf(file), missingFiles, print, hint);
  });
}

function isInside(file: string, folder: string): boolean {
  const [first] = path.relative(path.resolve(folder), path.resolve(file)).split(path.sep);
  return first !== ".." && !path.isAbsolute(first ?? "");
}

/** @throws OperatorError if files are missing from the backup */
async function rejectIncomplete(
  file: string,
  missing: readonly string[],
  print: Operation["print"],
  hint = "",
): Promise<void> {
  if (missing.length === 0) return;
  const names = missing.slice(0, maxNamedFiles).map((name) => `  ${name}\n`);
  await print(`Files missing from the backup:\n${names.join("")}`);
  const reason = `${file} is incomplete: ${missing.length} files are missing.`;
  throw new OperatorError(`${reason} ${hint}`.trim());
}

/** @throws Error if the backup is broken */
async function verify(
  file: string,
  { config, print, openInput, namedFiles }: Operation,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const source = file === stream ? openInput() : file;
    const found = await tryRestore(source, path.join(folder, "data"), namedFiles);
    const { createdAt, migration, rows, files, tables, missingFiles } = found;
    const name = file === stream ? "Standard input" : path.resolve(file);
    await print(`${name}\ncreated at ${createdAt}, last migration ${migration}\n`);
    for (const [table, count] of tables) await print(`${String(count).padStart(9)} ${table}\n`);
    await print(`${String(files).padStart(9)} files\n`);
    await rejectIncomplete(nameOf(file), missingFiles, print);
    await noteRestore(config.dataDir);
    await print(
      `The backup is complete: its checksums match, and a test restored all ${rows} rows and ${files} files.\n`,
    );
  });
}

function nameOf(file: string): string {
  return file === stream ? "The backup" : file;
}

/** The folder holds personal data: it is removed even if the command is interrupted. */
async function withTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  let folder: string | undefined;
  const remove = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupt = () => {
    remove();
    process.exit(1);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    folder = mkdtempSync(path.join(os.tmpdir(), `${brand.slug}-verify-`));
    await work(folder);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    remove();
  }
}
