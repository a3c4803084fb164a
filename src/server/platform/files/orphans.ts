import { opendir, rm, stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { hours } from "../durations.ts";
import { type FileStore, storedPath } from "./file-store.ts";
import { findNamedFiles, storeFolders } from "./named-files.ts";

/** A younger file may be on its way to its row, in milliseconds. */
const minAgeMs = hours(1);
const maxRemovedPerSweep = 1000;
const filesAtOnce = 200;
/** Between two looks at so many files, in milliseconds: a sweep is never in a hurry. */
const pauseMs = 100;

/**
 * Removes files that no row names and no note of `removals.ts` knows: what a process that was
 * killed between file and row left behind. Several nodes may do it at once.
 *
 * When such files outnumber the others it removes nothing: then the database is more likely
 * another one than the files belong to.
 * @param now the system's clock, which dates the files too
 * @returns how many files it removed
 */
export async function sweepOrphans(
  store: FileStore,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  now = Date.now(),
): Promise<number> {
  const orphans: string[] = [];
  let unnamed = 0;
  let named = 0;
  for await (const files of listOldFiles(store, now - minAgeMs)) {
    const found = await findOrphans(store, files);
    unnamed += found.length;
    named += files.length - found.length;
    orphans.push(...found.slice(0, maxRemovedPerSweep - orphans.length));
    await wait(pauseMs, undefined, { signal, ref: false });
  }
  if (unnamed > named) {
    log.error(
      { unnamed, named },
      "files that no row names outnumber the others and stay: do DATA_DIR and the database belong together?",
    );
    return 0;
  }
  // A second look, right before they are gone for good.
  const gone = await findOrphans(store, orphans);
  for (const file of gone) {
    signal.throwIfAborted();
    await rm(storedPath(store, file), { force: true });
  }
  if (gone.length > 0) log.warn({ files: gone.length }, "removed files that no row names");
  return gone.length;
}

async function findOrphans(
  { database: { db } }: FileStore,
  files: readonly string[],
): Promise<string[]> {
  if (files.length === 0) return [];
  const named = await findNamedFiles(db, files);
  const rows = await db
    .selectFrom("file_removals")
    .select("path")
    .where("path", "in", files)
    .execute();
  const scheduled = new Set(rows.map((row) => row.path));
  return files.filter((file) => !named.has(file) && !scheduled.has(file));
}

/** Files last written before a time, a few at once. */
async function* listOldFiles(store: FileStore, before: number): AsyncGenerator<string[]> {
  let files: string[] = [];
  for (const folder of storeFolders) {
    for await (const file of walk(store, folder)) {
      if (!(await isOlder(storedPath(store, file), before))) continue;
      files.push(file);
      if (files.length < filesAtOnce) continue;
      yield files;
      files = [];
    }
  }
  yield files;
}

async function* walk(store: FileStore, folder: string): AsyncGenerator<string> {
  const entries = await unlessGone(opendir(storedPath(store, folder)));
  if (!entries) return;
  for await (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(store, name);
    else if (entry.isFile()) yield name;
  }
}

async function isOlder(file: string, before: number): Promise<boolean> {
  const found = await unlessGone(stat(file));
  return found !== undefined && found.mtimeMs < before;
}

async function unlessGone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
