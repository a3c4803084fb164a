import { parseArgs } from "node:util";
import { parseFilesUrl } from "../server/config/object-store-settings.ts";
import type { DatabaseClient } from "../server/db/client.ts";
import { partialEnding } from "../server/files/atomic-write.ts";
import { copyFile } from "../server/files/copy-file.ts";
import type { FileStorage } from "../server/files/file-storage.ts";
import type { NamedFiles } from "../server/files/named-files.ts";
import { openStorage, type StorageSettings, storageAreas } from "../server/files/open-storage.ts";
import type { Command, Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";
import { withDatabase } from "./with-database.ts";

const disk = "disk";
/** Files copied concurrently; most of the time is spent waiting for the store. */
const concurrency = 4;
const maxNamedFiles = 20;

/**
 * `files move --to URL` copies all files to an object store, or with `--to disk` to `DATA_DIR`, and
 * compares their hashes. Existing files are only compared, so the command can be stopped and run
 * again.
 */
export const files: Command = {
  summary: "moves all files to an object store, or back to DATA_DIR",
  usage: `files move --to <FILES_URL|${disk}>`,
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const { config, dryRun, print } = operation;
    const target = readTarget(operation);
    const to = placeOf(target);
    if (placeOf(config) === to) throw new OperatorError(`The files are in ${to} already.`);
    await withDatabase(operation, async (database) => {
      const move = new Move(config, target, dryRun);
      await move.copyAll(database, operation.namedFiles);
      const { copied, same, missing } = move;
      await print(
        `Copied ${copied} files to ${to}; ${same} were there already. All are compared by SHA-256.\n`,
      );
      await print(
        target.objectStore
          ? "Next: stop the server, run this again for files added in the meantime, set FILES_URL to the new place, and start the server.\n"
          : "Next: stop the server, run this again for files added in the meantime, remove FILES_URL, and start the server.\n",
      );
      await print(
        "The old files stay where they are. Delete them after the next backup; backups leave them out.\n",
      );
      if (missing.length === 0) return;
      const names = missing.slice(0, maxNamedFiles).map((name) => `  ${name}\n`);
      await print(`Files missing from both locations:\n${names.join("")}`);
      throw new OperatorError(`${missing.length} files were missing before the move.`);
    });
  },
};

function readTarget({ args, config }: Operation): StorageSettings {
  const options = { to: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { to } = values;
  if (positionals.length !== 1 || positionals[0] !== "move" || !to) {
    throw new OperatorError(`Usage: ${files.usage}`);
  }
  if (to === disk) return { dataDir: config.dataDir };
  const objectStore = parseFilesUrl(to, config.aws, (error) => {
    throw new OperatorError(`${to} cannot be used: ${error}.`);
  });
  return { dataDir: config.dataDir, objectStore };
}

function placeOf({ dataDir, objectStore }: StorageSettings): string {
  return objectStore ? `${objectStore.url}/${objectStore.folder}` : dataDir;
}

/** Copies the files of all areas, several concurrently. */
class Move {
  copied = 0;
  same = 0;
  readonly missing: string[] = [];
  readonly #from: StorageSettings;
  readonly #to: StorageSettings;
  readonly #dryRun: boolean;

  constructor(from: StorageSettings, to: StorageSettings, dryRun: boolean) {
    this.#from = from;
    this.#to = to;
    this.#dryRun = dryRun;
  }

  /** @throws Error if a file cannot be copied, or exists with different content */
  async copyAll(database: DatabaseClient, named: NamedFiles): Promise<void> {
    for (const area of storageAreas) {
      const from = await openStorage(this.#from, area);
      const to = await openStorage(this.#to, area);
      const seen = new Set<string>();
      // A file removed in the meantime counts as missing only if a row still names it.
      await this.#copyEach(from, to, listWhole(from, seen), (file) => seen.delete(file));
      if (area !== "files") continue;
      // A row written in the meantime may name a file that is not in the list.
      const isMissing = (file: string) => this.missing.push(file);
      await this.#copyEach(from, to, listUnseen(database, named, seen), isMissing);
    }
  }

  async #copyEach(
    from: FileStorage,
    to: FileStorage,
    names: AsyncGenerator<string, void>,
    whenMissing: (file: string) => void,
  ): Promise<void> {
    let isFailed = false;
    const copyNext = async () => {
      for (;;) {
        const { value: file } = await names.next();
        if (file === undefined || isFailed) return;
        const isNew = await (this.#dryRun ? wouldCopy : copyFile)(from, to, file);
        if (isNew === undefined) whenMissing(file);
        else if (isNew) this.copied += 1;
        else this.same += 1;
      }
    };
    const copying = Array.from({ length: concurrency }, () =>
      copyNext().catch((error: unknown) => {
        isFailed = true;
        throw error;
      }),
    );
    await Promise.allSettled(copying);
    // Closes the folder if an error left it open.
    await names.return();
    await Promise.all(copying);
  }
}

async function wouldCopy(
  from: FileStorage,
  to: FileStorage,
  file: string,
): Promise<boolean | undefined> {
  const [here, there] = [await from.open(file), await to.open(file)];
  await here?.close();
  await there?.close();
  if (there) return false;
  return here ? true : undefined;
}

/** All complete files; each is added to `seen`. */
async function* listWhole(storage: FileStorage, seen: Set<string>): AsyncGenerator<string, void> {
  for await (const { file } of storage.list()) {
    if (file.endsWith(partialEnding)) continue;
    seen.add(file);
    yield file;
  }
}

/** Files that a row names but were not seen. */
async function* listUnseen(
  { db }: DatabaseClient,
  named: NamedFiles,
  seen: ReadonlySet<string>,
): AsyncGenerator<string, void> {
  for await (const file of named.list(db)) if (!seen.has(file)) yield file;
}
