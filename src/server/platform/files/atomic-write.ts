import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "../api-error.ts";

/** Ending of a file that is still being written; a backup leaves it out. */
export const partialEnding = ".partial";

/** A file could not be written, most likely because the disk is full. */
export class StorageError extends ApiError {
  /** The system's code for the log: "ENOSPC". */
  readonly code: string;

  constructor(cause: unknown) {
    super("storage-full");
    this.code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  }
}

/**
 * Writes a file that appears under its name only when it is complete and on the disk.
 * @param target full path of a file that does not exist yet; its folder is made
 * @throws ApiError "storage-full" when it cannot be written; then nothing stays behind
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
    // Where the folder is none, there is nothing to remove either.
    await rm(partial, { force: true }).catch(() => undefined);
    throw new StorageError(error);
  }
}
