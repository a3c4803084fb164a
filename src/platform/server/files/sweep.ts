import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { hours, minutes } from "../../contract/durations.ts";
import { errorCodeOf } from "../http/errors/outages.ts";
import { type Jobs, registerJobs } from "../jobs/jobs.ts";
import type { FileStorage } from "./file-storage.ts";
import { type FileStore, type FileStoreContext, fileStoreOf } from "./file-store.ts";
import type { NamedFiles } from "./named-files.ts";
import { sweepRemovals } from "./removals.ts";

/** A younger file may get its row soon, in milliseconds. */
const minAgeMs = hours(1);
const maxRemovedPerSweep = 1000;
const batchSize = 200;
/** Pause between batches, in milliseconds, since a sweep is not urgent. */
const pauseMs = 100;

/**
 * Removes files that neither a row nor `file_removals` refers to: leftovers of a process that was
 * killed between writing file and row. Several nodes may run it concurrently.
 *
 * If such files outnumber the others it removes nothing: the files probably belong to another
 * database.
 * @param now the system's clock, which also sets files' times
 * @returns the number of removed files
 */
export async function sweepOrphans(
  store: FileStore,
  named: NamedFiles,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  now = Date.now(),
): Promise<number> {
  const storage = await store.openStorage();
  const orphans: string[] = [];
  let orphaned = 0;
  let referenced = 0;
  for await (const files of listOldFiles(storage, named, now - minAgeMs)) {
    const found = await findOrphans(store, named, files);
    orphaned += found.length;
    referenced += files.length - found.length;
    orphans.push(...found.slice(0, maxRemovedPerSweep - orphans.length));
    await wait(pauseMs, undefined, { signal, ref: false });
  }
  if (orphaned > referenced) {
    log.error(
      { orphaned, referenced },
      "more files without a row than with one, none removed: do DATA_DIR and the database belong together?",
    );
    return 0;
  }
  // Checked again right before they are removed permanently.
  const gone = await findOrphans(store, named, orphans);
  for (const file of gone) {
    signal.throwIfAborted();
    await storage.remove(file);
  }
  if (gone.length > 0) log.warn({ files: gone.length }, "removed files without a row");
  return gone.length;
}

async function findOrphans(
  { database: { db } }: FileStore,
  named: NamedFiles,
  files: readonly string[],
): Promise<string[]> {
  if (files.length === 0) return [];
  const found = await named.find(db, files);
  const rows = await db
    .selectFrom("file_removals")
    .select("path")
    .where("path", "in", files)
    .execute();
  const scheduled = new Set(rows.map((row) => row.path));
  return files.filter((file) => !found.has(file) && !scheduled.has(file));
}

/** Files last written before a time, in batches. */
async function* listOldFiles(
  storage: FileStorage,
  named: NamedFiles,
  before: number,
): AsyncGenerator<string[]> {
  let files: string[] = [];
  for (const folder of named.folders) {
    for await (const { file, modifiedAt } of storage.list(folder)) {
      if (modifiedAt >= before) continue;
      files.push(file);
      if (files.length < batchSize) continue;
      yield files;
      files = [];
    }
  }
  yield files;
}

const removalsEveryMs = minutes(1);
const orphansEveryMs = hours(6);

/**
 * While the server listens: removes files that are scheduled for removal, and those without a row.
 */
export function registerFileSweep(
  app: FastifyInstance,
  context: FileStoreContext & { readonly jobs: Jobs; now(): number },
  named: NamedFiles,
): void {
  const store = fileStoreOf(context);
  registerJobs(app, context, [
    {
      name: "file-removals",
      needsTrueClock: true,
      everyMs: removalsEveryMs,
      async run() {
        for (const { error } of await sweepRemovals(store, context.now())) {
          // Logged without its path, which contains the person's uid.
          app.log.error({ code: errorCodeOf(error) }, "file removal failed");
        }
      },
    },
    {
      name: "orphaned-files",
      needsTrueClock: true,
      everyMs: orphansEveryMs,
      run: (signal) => sweepOrphans(store, named, app.log, signal),
    },
  ]);
}
