import { existsSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { sqliteFile } from "../client.ts";
import { CommitOutcomeUnknownError } from "../errors.ts";
import { rejectHalfRestored, restoreFolder } from "../restore-mark.ts";

/**
 * Builds data in a separate folder of an empty or missing `dataDir` and moves it into place: all or
 * nothing. After a failure `dataDir` is as it was before; after a kill, `openDatabase` rejects it.
 * @param build fills the given folder
 * @throws Error if `dataDir` is not empty, or the error of `build`
 */
export async function restoreIntoFolder(
  dataDir: string,
  build: (building: string) => Promise<void>,
): Promise<void> {
  const building = path.join(dataDir, restoreFolder);
  await requireEmptyFolder(dataDir);
  let made: string | undefined;
  try {
    made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(building, { mode: 0o700 });
    await syncFolder(dataDir);
    await build(building);
    await moveIntoPlace(building, dataDir);
  } catch (error) {
    if (!isHalfRestored(error)) {
      await rm(building, { recursive: true, force: true });
      if (made !== undefined) await removeMade(made, dataDir);
    }
    throw error;
  }
}

/** @throws Error for the operator if the folder is not empty */
export async function requireEmptyFolder(folder: string): Promise<void> {
  rejectHalfRestored(folder);
  const names = existsSync(folder) ? await readdir(folder) : [];
  if (names.length > 0) throw new Error(`The folder ${folder} is not empty.`);
}

/** Removes the folders that a restore created, as long as they are empty. */
async function removeMade(first: string, folder: string): Promise<void> {
  for (let one = folder; ; one = path.dirname(one)) {
    const isRemoved = await rmdir(one).then(
      () => true,
      () => false,
    );
    if (!isRemoved || one === first) return;
  }
}

/** An error after the rows were, or may have been, committed; the mark remains. */
class HalfRestoredError extends Error {}

/** Whether the target may contain part of the data; it is then left unchanged. */
export function isHalfRestored(error: unknown): boolean {
  return error instanceof HalfRestoredError || error instanceof CommitOutcomeUnknownError;
}

/** Moves the restored files into place, the database last; then removes the mark. */
async function moveIntoPlace(building: string, dataDir: string): Promise<void> {
  try {
    const isDatabase = (name: string) => Number(name.startsWith(sqliteFile));
    const names = await readdir(building);
    names.sort((one, other) => isDatabase(one) - isDatabase(other));
    for (const name of names) await rename(path.join(building, name), path.join(dataDir, name));
    await syncFolder(dataDir);
    await rmdir(building);
    await syncFolder(dataDir);
  } catch (error) {
    throw new HalfRestoredError(
      `${error instanceof Error ? error.message : error}; this data is from an unfinished restore`,
      { cause: error },
    );
  }
}

/** Makes the folder's entries durable, on systems that support it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
