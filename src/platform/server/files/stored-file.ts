import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import type { FileStorage } from "./file-storage.ts";
import type { FileStore } from "./file-store.ts";
import { type FileRows, NamedFiles } from "./named-files.ts";
import { replacedLifetimeMs, scheduleRemoval } from "./removals.ts";

export interface NewFile {
  /** Its path in the store, never used before. */
  readonly file: string;
  readonly bytes: Buffer;
  /** The rows that name such files. */
  readonly rows: FileRows;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Writes the row with the file's name. @returns the row's previous file */
  saveRow(trx: Transaction<Database>): Promise<string | null | undefined>;
}

/**
 * Stores a file: first its bytes, then its row. Readers see either the old or the new file,
 * complete; the old one is removed an hour later.
 * @throws ApiError "storage-full" if the file cannot be written, and the errors of `saveRow`; then
 * nothing has changed
 */
export async function storeFile(
  store: FileStore,
  { file, bytes, rows, now, saveRow }: NewFile,
): Promise<void> {
  const { database } = store;
  const storage = await store.openStorage();
  await storage.write(file, bytes);
  let isReadyToCommit = false;
  try {
    await database.write(async (trx) => {
      isReadyToCommit = false;
      const replaced = await saveRow(trx);
      if (replaced) await scheduleRemoval(trx, [replaced], now + replacedLifetimeMs);
      isReadyToCommit = true;
    });
  } catch (error) {
    const isNamed = isReadyToCommit ? await readIsNamed(store, rows, file) : false;
    // The commit succeeded, and only its response was lost.
    if (isNamed) return;
    // An unreachable PostgreSQL may still commit. In that case, and if nothing can be read, the
    // file is kept until the sweep finds it without a row.
    const isFinal = !isReadyToCommit || database.engine === "sqlite";
    if (isFinal && isNamed === false) await removeQuietly(storage, file);
    throw error;
  }
}

/** Whether the file has a row; undefined if that cannot be read. */
async function readIsNamed(
  { database }: FileStore,
  rows: FileRows,
  file: string,
): Promise<boolean | undefined> {
  try {
    return (await new NamedFiles([rows]).find(database.db, [file])).has(file);
  } catch {
    return undefined;
  }
}

/** If this fails, the sweep removes the file, since it has no row. */
async function removeQuietly(storage: FileStorage, file: string): Promise<void> {
  await storage.remove(file).catch(() => undefined);
}
