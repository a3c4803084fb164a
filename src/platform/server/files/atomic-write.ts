import { randomUUIDv7 } from "node:crypto";
import { type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "../api-error.ts";

/** Suffix of a file that is still being written; backups skip it. */
export const partialEnding = ".partial";

/** A file could not be written, most likely because the disk is full. */
export class StorageError extends ApiError {
  /** The system's error code, for the log: "ENOSPC". */
  readonly code: string;

  constructor(cause: unknown) {
    super("storage-full");
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  }
}

/**
 * Writes a file that appears under its name only when it is complete and on disk.
 * @param target absolute path of a file; its folder is created
 * @throws ApiError "storage-full" if it cannot be written; then nothing is left behind
 */
export async function writeFileAtomically(target: string, bytes: Buffer): Promise<void> {
  await writeThen(target + partialEnding, bytes, (partial) => rename(partial, target));
}

/**
 * Like `writeFileAtomically`, but never overwrites a file. Needs a file system with hard links.
 * @returns whether the file was written
 */
export async function writeNewFileAtomically(target: string, bytes: Buffer): Promise<boolean> {
  // A unique name: several may write the same file concurrently.
  const own = `${target}.${randomUUIDv7()}${partialEnding}`;
  return writeThen(own, bytes, async (partial) => {
    try {
      await link(partial, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      return false;
    } finally {
      await rm(partial, { force: true });
    }
    return true;
  });
}

async function writeThen<T>(
  partial: string,
  bytes: Buffer,
  publish: (partial: string) => Promise<T>,
): Promise<T> {
  try {
    const handle = await openInFolder(partial);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return await publish(partial);
  } catch (error) {
    // If the folder could not be created, there is nothing to remove either.
    await rm(partial, { force: true }).catch(() => undefined);
    throw new StorageError(error);
  }
}

async function openInFolder(file: string, isRetry = false): Promise<FileHandle> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    // A killed process may have left its partial file.
    return await open(file, "w", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The folder was removed in the meantime, with its last file.
    if (code !== "ENOENT" || isRetry) throw error;
    return openInFolder(file, true);
  }
}
