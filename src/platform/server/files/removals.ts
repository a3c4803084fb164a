import { type Kysely, sql, type Transaction } from "kysely";
import { hours, minutes } from "../../contract/durations.ts";
import { ApiError } from "../api-error.ts";
import { chunksOf } from "../db/chunks.ts";
import { isOneOf } from "../db/one-of.ts";
import type { Database } from "../db/schema.ts";
import type { FileStorage } from "./file-storage.ts";
import type { FileStore } from "./file-store.ts";

/** Begins the names of emails that are written to files; all others are in the file store. */
export const outboxPrefix = "outbox/";

/** How long a replaced file is kept, in milliseconds: a running backup may need it. */
export const replacedLifetimeMs = hours(1);
/** Delay before retrying a failed removal, in milliseconds. */
const retryAfterMs = minutes(10);
const maxPerSweep = 200;

/**
 * Schedules the removal of a file, in the transaction that removes its last row, so that a crash
 * cannot prevent it. `removeFiles` removes it right after the commit, or the sweep when it is due.
 * @param files paths of files or whole folders in the file store
 * @param dueAt milliseconds since 1970
 */
export async function scheduleRemoval(
  trx: Transaction<Database>,
  files: readonly string[],
  dueAt: number,
): Promise<void> {
  for (const some of chunksOf([...new Set(files)])) {
    await trx
      .insertInto("file_removals")
      .values(some.map((file) => ({ path: file, due_at: dueAt })))
      .onConflict((conflict) => conflict.column("path").doUpdateSet({ due_at: dueAt }))
      .execute();
  }
}

export async function scheduleFolderRemoval(
  trx: Transaction<Database>,
  folder: string,
  now: number,
): Promise<void> {
  await trx.deleteFrom("file_removals").where(isInside(folder)).execute();
  await scheduleRemoval(trx, [folder], now);
}

/**
 * Makes removals scheduled in folders due now, when a person wants everything removed.
 * @returns the files, for `removeFiles`
 */
export async function expediteRemovals(
  trx: Transaction<Database>,
  folders: readonly string[],
  now: number,
): Promise<string[]> {
  const files: string[] = [];
  for (const length of new Set(folders.map((folder) => folder.length + 1))) {
    const prefixes = folders.filter((one) => one.length + 1 === length).map((one) => `${one}/`);
    const rows = await trx
      .updateTable("file_removals")
      .set({ due_at: now })
      .where(isOneOf(trx, sql`substr(path, 1, ${sql.lit(length)})`, prefixes))
      .returning("path")
      .execute();
    files.push(...rows.map((row) => row.path));
  }
  return files;
}

export async function countRemovals(trx: Transaction<Database>, folder: string): Promise<number> {
  const rows = await trx
    .selectFrom("file_removals")
    .select("path")
    .where(isInside(folder))
    .execute();
  return rows.length;
}

/** Without LIKE, which treats some characters of a path as wildcards. */
function isInside(folder: string) {
  const prefix = `${folder}/`;
  return sql<boolean>`substr(path, 1, ${sql.lit(prefix.length)}) = ${prefix}`;
}

interface FailedRemoval {
  readonly file: string;
  readonly error: unknown;
}

/**
 * Removes files whose scheduled removal is committed. Failed ones remain scheduled, so a caller may
 * ignore them: the sweep retries and logs them.
 */
export async function removeFiles(
  store: FileStore,
  files: readonly string[],
): Promise<readonly FailedRemoval[]> {
  const removed: string[] = [];
  const failed: FailedRemoval[] = [];
  if (files.length === 0) return failed;
  const storage = await store.openStorage();
  const outbox = await store.openOutbox();
  for (const [index, file] of files.entries()) {
    try {
      if (file.startsWith(outboxPrefix)) await outbox.remove(file.slice(outboxPrefix.length));
      else await removeStored(storage, file);
      removed.push(file);
    } catch (error) {
      failed.push({ file, error });
      // The object store is unavailable: do not wait for it with every file.
      if (!(error instanceof ApiError)) continue;
      failed.push(...files.slice(index + 1).map((other) => ({ file: other, error })));
      break;
    }
  }
  if (removed.length > 0) {
    // If this fails, the sweep finds no file and deletes the row.
    await store.database
      .write((trx) =>
        trx
          .deleteFrom("file_removals")
          .where(isOneOf(trx, "path", removed))
          .execute(),
      )
      .catch(() => undefined);
  }
  return failed;
}

function removeStored(storage: FileStorage, file: string): Promise<void> {
  // Each account and application has its own folder, directly below the folder of its kind.
  const isFile = file.split("/").length > 2;
  return isFile ? storage.remove(file) : storage.removeFolder(file);
}

/**
 * Removes the files that are due. Several nodes may run it concurrently.
 * @returns the failed removals
 */
export async function sweepRemovals(
  store: FileStore,
  now: number,
): Promise<readonly FailedRemoval[]> {
  const { db, write } = store.database;
  const failed: FailedRemoval[] = [];
  for (;;) {
    const due = await listDue(db, now);
    const more = await removeFiles(store, due);
    failed.push(...more);
    const again = more.map(({ file }) => file);
    if (again.length > 0) await write((trx) => scheduleRemoval(trx, again, now + retryAfterMs));
    // A deletion may leave thousands.
    if (due.length < maxPerSweep || again.length > 0) return failed;
  }
}

async function listDue(db: Kysely<Database>, now: number): Promise<string[]> {
  const due = await db
    .selectFrom("file_removals")
    .select("path")
    .where((row) =>
      row.or([
        row("due_at", "<=", now),
        // Scheduled before the clock was set back.
        row("due_at", ">", now + replacedLifetimeMs),
      ]),
    )
    .orderBy("due_at")
    .limit(maxPerSweep)
    .execute();
  return due.map((row) => row.path);
}
