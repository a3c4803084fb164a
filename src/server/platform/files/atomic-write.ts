import { mkdir, open, rename, rm } from "node:fs/promises";
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
 * @param target absolute path of a file that does not exist yet; its folder is created
 * @throws ApiError "storage-full" if it cannot be written; then nothing is left behind
 */
export async function writeFileAtomically(target: string, bytes: Buffer): Promise<void> {
  const partial = target + partialEnding;
  try {
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    const handle = await open(partial, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, target);
  } catch (error) {
    // If the folder could not be created, there is nothing to remove either.
    await rm(partial, { force: true }).catch(() => undefined);
    throw new StorageError(error);
  }
}
