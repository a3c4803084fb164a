import { rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { sql, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { hours, minutes } from "../durations.ts";
import { type FileStore, storedPath } from "./file-store.ts";

/** A replaced file stays for this long, in milliseconds: a backup that began before names it. */
export const replacedLifetimeMs = hours(1);
/** A file that could not be removed is tried again after this long, in milliseconds. */
const retryAfterMs = minutes(10);
const maxPerSweep = 200;

/**
 * Notes, in the transaction after which no row names it any more, that a file goes: whatever
 * happens to the process then, it does. `removeFiles` after the commit does it at once, the
 * sweep when it is due.
 * @param files paths in the file store, of files or whole folders
 * @param dueAt milliseconds since 1970
 */
export async function scheduleRemoval(
  trx: Transaction<Database>,
  files: readonly string[],
  dueAt: number,
): Promise<void> {
  if (files.length === 0) return;
  await trx
    .insertInto("file_removals")
    .values(files.map((file) => ({ path: file, due_at: dueAt })))
    .onConflict((conflict) => conflict.column("path").doUpdateSet({ due_at: dueAt }))
    .execute();
}

/** The same for a folder with all that lies in it, now. */
export async function scheduleFolderRemoval(
  trx: Transaction<Database>,
  folder: string,
  now: number,
): Promise<void> {
  await trx.deleteFrom("file_removals").where(isInside(folder)).execute();
  await scheduleRemoval(trx, [folder], now);
}

/**
 * Makes what was replaced in a folder go now: the person wants all of it gone.
 * @returns its files, for `removeFiles`
 */
export async function hastenRemovals(
  trx: Transaction<Database>,
  folder: string,
  now: number,
): Promise<string[]> {
  const rows = await trx
    .updateTable("file_removals")
    .set({ due_at: now })
    .where(isInside(folder))
    .returning("path")
    .execute();
  return rows.map((row) => row.path);
}

/** How many files in a folder wait for their removal. */
export async function countRemovals(trx: Transaction<Database>, folder: string): Promise<number> {
  const rows = await trx
    .selectFrom("file_removals")
    .select("path")
    .where(isInside(folder))
    .execute();
  return rows.length;
}

/** Not by LIKE, to which some characters of a path are special. */
function isInside(folder: string) {
  const prefix = `${folder}/`;
  return sql<boolean>`substr(path, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
}

/** A file that could not be removed, and why. */
interface FailedRemoval {
  readonly file: string;
  readonly error: unknown;
}

/**
 * Removes files whose removal is noted, once that is committed. What fails stays noted, so a
 * caller may ignore it: the sweep tries again and tells the operator.
 */
export async function removeFiles(
  store: FileStore,
  files: readonly string[],
): Promise<readonly FailedRemoval[]> {
  const removed: string[] = [];
  const failed: FailedRemoval[] = [];
  for (const file of files) {
    try {
      await removeFromDisk(store, file);
      removed.push(file);
    } catch (error) {
      failed.push({ file, error });
    }
  }
  if (removed.length > 0) {
    // Where this fails, the sweep finds nothing to remove and takes the note away.
    await store.database
      .write((trx) => trx.deleteFrom("file_removals").where("path", "in", removed).execute())
      .catch(() => undefined);
  }
  return failed;
}

async function removeFromDisk(store: FileStore, file: string): Promise<void> {
  const target = storedPath(store, file);
  await rm(target, { recursive: true, force: true });
  const isFile = file.split("/").length > 2;
  // Others may still lie in its folder.
  if (isFile) await rmdir(path.dirname(target)).catch(() => undefined);
}

/**
 * Removes the files that are due. Several nodes may do it at once.
 * @returns those that could not be removed
 */
export async function sweepRemovals(
  store: FileStore,
  now: number,
): Promise<readonly FailedRemoval[]> {
  const { db, write } = store.database;
  const due = await db
    .selectFrom("file_removals")
    .select("path")
    .where((row) =>
      row.or([
        row("due_at", "<=", now),
        // The clock has been set back since.
        row("due_at", ">", now + replacedLifetimeMs),
      ]),
    )
    .orderBy("due_at")
    .limit(maxPerSweep)
    .execute();
  const failed = await removeFiles(
    store,
    due.map((row) => row.path),
  );
  const again = failed.map(({ file }) => file);
  if (again.length > 0) await write((trx) => scheduleRemoval(trx, again, now + retryAfterMs));
  return failed;
}
