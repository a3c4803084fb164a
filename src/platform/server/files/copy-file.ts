import { hash } from "node:crypto";
import type { FileStorage } from "./file-storage.ts";

/**
 * Copies a file to another storage unless it exists there, and reads it back to compare the hashes.
 * @returns whether it was copied; undefined if it is missing in both
 * @throws Error if the other storage has a different file of this name
 */
export async function copyFile(
  from: FileStorage,
  to: FileStorage,
  file: string,
): Promise<boolean | undefined> {
  const bytes = await from.readWhole(file);
  const there = await to.readWhole(file);
  if (!bytes) return there && false;
  const isNew = there === undefined && (await to.writeNew(file, bytes));
  const stored = there ?? (await to.readWhole(file));
  if (stored && hash("sha256", stored) === hash("sha256", bytes)) return isNew;
  throw new Error(`${file} is different in the other storage.`);
}
