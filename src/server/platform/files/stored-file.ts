import { rm } from "node:fs/promises";
import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { writeFileAtomically } from "./atomic-write.ts";
import { type FileStore, storedPath } from "./file-store.ts";
import { findNamedFiles } from "./named-files.ts";
import { replacedLifetimeMs, scheduleRemoval } from "./removals.ts";

/** A file on its way into the store. */
export interface NewFile {
  /** Its path in the store, never used before. */
  readonly file: string;
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * Writes the row that names the file.
   * @returns the file that the row named before
   */
  name(trx: Transaction<Database>): Promise<string | null | undefined>;
}

/**
 * Stores a file: first its bytes, then the row that names it. Whoever looks sees the old file or
 * the new one, whole; the old one is removed an hour later.
 * @throws ApiError "storage-full" when the file cannot be written, and what `name` throws;
 * then nothing has changed
 */
export async function storeFile(
  store: FileStore,
  { file, bytes, now, name }: NewFile,
): Promise<void> {
  const { database } = store;
  const target = storedPath(store, file);
  await writeFileAtomically(target, bytes);
  let isReadyToCommit = false;
  try {
    await database.write(async (trx) => {
      isReadyToCommit = false;
      const replaced = await name(trx);
      if (replaced) await scheduleRemoval(trx, [replaced], now + replacedLifetimeMs);
      isReadyToCommit = true;
    });
  } catch (error) {
    const isNamed = isReadyToCommit ? await readIsNamed(store, file) : false;
    // The COMMIT was carried out, and only its answer is lost.
    if (isNamed) return;
    // A PostgreSQL that is out of sight may still carry it out. There, and where nothing can be
    // read, the file stays until the sweep finds it without a row.
    const isFinal = !isReadyToCommit || database.engine === "sqlite";
    if (isFinal && isNamed === false) await removeQuietly(target);
    throw error;
  }
}

/** Whether a row names the file; undefined when that cannot be read. */
async function readIsNamed({ database }: FileStore, file: string): Promise<boolean | undefined> {
  try {
    return (await findNamedFiles(database.db, [file])).has(file);
  } catch {
    return undefined;
  }
}

/** What stays is a file without a row, which the sweep removes. */
async function removeQuietly(target: string): Promise<void> {
  await rm(target, { force: true }).catch(() => undefined);
}
