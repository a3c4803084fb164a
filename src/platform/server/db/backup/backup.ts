import { createWriteStream, type Dirent } from "node:fs";
import { access, type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Kysely, sql } from "kysely";
import type { ObjectStoreSettings } from "../../config/object-store-settings.ts";
import { partialEnding } from "../../files/atomic-write.ts";
import type { StoredFile } from "../../files/file-storage.ts";
import type { NamedFiles } from "../../files/named-files.ts";
import { deletionArea, openStorage, storageAreas } from "../../files/open-storage.ts";
import type { DatabaseClient } from "../client.ts";
import { listTables } from "../list-tables.ts";
import { latestMigration } from "../migrate.ts";
import type { Database } from "../schema.ts";
import {
  BackupChecksums,
  type BackupCounts,
  type BackupLine,
  type BackupRow,
  backupVersion,
  databaseNames,
  maxLineBytes,
} from "./backup-format.ts";
import { backupLockFile, lastBackupFile } from "./last-backup.ts";

/** Files in `DATA_DIR` that concern only this computer. */
const ownFiles = [lastBackupFile, backupLockFile];
const rowBatchSize = 500;
const fileBatchSize = 200;
const pieceBytes = 1024 * 1024;
/** Maximum attempts to list files, which fail if a folder is deleted meanwhile. */
const maxReadAttempts = 5;
/** A read-only transaction sees one snapshot and, on SQLite, does not block the writer. */
const beginReading = {
  sqlite: sql`begin`,
  postgres: sql`begin isolation level repeatable read read only`,
};

export interface WrittenBackup extends BackupCounts {
  /** Files that rows refer to and the storage lacks, by path in `DATA_DIR`. */
  readonly missingFiles: readonly string[];
}

/**
 * Writes a consistent snapshot of the database, and the other files of `dataDir` or the object
 * store, to a new file. Servers may keep writing. The file appears only when it is complete.
 *
 * Not for use inside a server: it occupies the reading connection throughout.
 * @throws Error if the file exists or cannot be written
 */
export async function backupTo(
  client: DatabaseClient,
  sources: BackupSources,
  file: string,
): Promise<WrittenBackup> {
  const target = path.resolve(file);
  if (await exists(target)) throw new Error(`${target} already exists.`);
  const partial = target + partialEnding;
  try {
    const output = createWriteStream(partial, { mode: 0o600, flush: true });
    const job = { ...sources, except: [target, partial] };
    const written = await writeBackup(client, job, output);
    await rename(partial, target);
    return written;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Like `backupTo`, to a stream, which it ends. @throws Error if the stream breaks */
export async function writeBackup(
  client: DatabaseClient,
  { dataDir, objectStore, named, except = [] }: BackupSources,
  output: Writable,
): Promise<WrittenBackup> {
  const counts = { rows: 0, files: 0 };
  const unsaved: string[] = [];
  const notSaved = [...except, ...ownFiles.map((name) => path.join(dataDir, name))];
  await client.db.connection().execute(async (db) => {
    await beginReading[client.engine].execute(db);
    try {
      const job = { dataDir, objectStore, named, except: notSaved, counts, unsaved };
      await pipeline(Readable.from(writeLines(db, job)), createGzip(), output);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
  return { ...counts, missingFiles: await findStillNamed(client.db, named, unsaved) };
}

/** Files of rows that still refer to them: the others were deleted or replaced in the meantime. */
async function findStillNamed(
  db: Kysely<Database>,
  named: NamedFiles,
  files: readonly string[],
): Promise<string[]> {
  const still: string[] = [];
  for (let start = 0; start < files.length; start += fileBatchSize) {
    still.push(...(await named.find(db, files.slice(start, start + fileBatchSize))));
  }
  return still.map((name) => `files/${name}`);
}

interface BackupSources {
  readonly dataDir: string;
  readonly objectStore?: ObjectStoreSettings | undefined;
  /** Files that rows name. */
  readonly named: NamedFiles;
  /** Absolute paths to skip. */
  readonly except?: readonly string[];
}

interface BackupJob extends Required<BackupSources> {
  /** Updated while writing. */
  readonly counts: BackupCounts;
  /** Receives the files that rows refer to and that were not found. */
  readonly unsaved: string[];
}

async function* writeLines(db: Kysely<Database>, job: BackupJob): AsyncGenerator<string> {
  const { counts } = job;
  const sums = new BackupChecksums();
  const write = (...lines: readonly BackupLine[]) => {
    const text = lines.map(toLine).join("");
    sums.add(text);
    return text;
  };
  const saved = new Set<string>();
  const endPart = (part: string) => write({ part, sha256: sums.endPart() });
  const createdAt = new Date().toISOString();
  yield write({ version: backupVersion, migration: latestMigration, createdAt });
  for (const { name: table, keys } of await listTables(db)) {
    for await (const rows of readPages(db, table, keys)) {
      counts.rows += rows.length;
      yield write(...rows.map((row) => ({ table, row })));
    }
    yield endPart(table);
  }
  for await (const file of skipUnreferenced(db, job.named, await listFiles(job))) {
    // A picture may be deleted in the meantime; a replaced one is kept for an hour.
    const pieces = await openPieces(job, file);
    if (!pieces) continue;
    counts.files += 1;
    saved.add(job.named.storedName(file) ?? file);
    for await (const piece of pieces) {
      yield write({ file, base64: piece.toString("base64") });
    }
    yield endPart(file);
  }
  for await (const name of job.named.list(db)) if (!saved.has(name)) job.unsaved.push(name);
  yield toLine({ end: { ...counts, sha256: sums.total() } });
}

function toLine(line: BackupLine): string {
  const text = `${JSON.stringify(line)}\n`;
  // Detected now rather than when the backup is needed.
  if (Buffer.byteLength(text) > maxLineBytes) throw new Error("A row is too large for a backup.");
  return text;
}

async function* readPages(
  db: Kysely<Database>,
  table: string,
  keys: readonly string[],
): AsyncGenerator<readonly BackupRow[], void> {
  const names = sql.join(keys.map((key) => sql.ref(key)));
  let last: unknown[] = keys.map(() => "");
  for (;;) {
    const { rows } = await sql<BackupRow>`
      select * from ${sql.table(table)} where (${names}) > (${sql.join(last)})
      order by ${names} limit ${rowBatchSize}`.execute(db);
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < rowBatchSize) return;
    last = keys.map((key) => end[key]);
  }
}

/**
 * Skips stored files without a row in this snapshot: they are newer or will be removed.
 */
async function* skipUnreferenced(
  db: Kysely<Database>,
  named: NamedFiles,
  files: readonly string[],
): AsyncGenerator<string, void> {
  for (let start = 0; start < files.length; start += fileBatchSize) {
    const batch = files.slice(start, start + fileBatchSize);
    const stored = batch.flatMap((file) => named.storedName(file) ?? []);
    const found = await named.find(db, stored);
    for (const file of batch) {
      const name = named.storedName(file);
      if (name === undefined || found.has(name)) yield file;
    }
  }
}

/** Paths in `dataDir`, with forward slashes, of every complete file outside the database. */
async function listFiles(job: BackupJob): Promise<string[]> {
  const { dataDir, objectStore, except } = job;
  const databaseFiles = databaseNames.map((name) => path.join(dataDir, name));
  const deletions = path.join(dataDir, deletionArea) + path.sep;
  const isKept = (full: string) =>
    ![...except, ...databaseFiles].includes(full) &&
    !full.endsWith(partialEnding) &&
    !full.startsWith(deletions);
  const onDisk = (await readFolders(dataDir))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(isKept)
    .map((full) => path.relative(dataDir, full).replaceAll(path.sep, "/"));
  if (!objectStore) return onDisk.sort();
  // Files from before the move to the object store may still be on disk.
  const files = onDisk.filter((file) => storedPlace(job, file) === undefined);
  for (const area of storageAreas) {
    const storage = await openStorage(job, area);
    for await (const { file } of storage.list()) files.push(`${area}/${file}`);
  }
  return files.sort();
}

/** The place of a file in the object store; undefined for files on disk. */
function storedPlace({ objectStore }: BackupJob, file: string) {
  const area = storageAreas.find((one) => file.startsWith(`${one}/`));
  return objectStore && area ? { area, name: file.slice(area.length + 1) } : undefined;
}

async function openPieces(
  job: BackupJob,
  file: string,
): Promise<AsyncIterable<Buffer> | undefined> {
  const place = storedPlace(job, file);
  if (!place) {
    const handle = await openIfThere(path.join(job.dataDir, file));
    return handle && readPieces(handle);
  }
  const storage = await openStorage(job, place.area);
  const stored = await storage.open(place.name);
  return stored && readStored(stored);
}

/** At least one chunk, like `readPieces`. */
async function* readStored(stored: StoredFile): AsyncGenerator<Buffer> {
  if (stored.size === 0) yield Buffer.alloc(0);
  let left = stored.size;
  for await (const piece of stored.read() as AsyncIterable<Buffer>) {
    left -= piece.length;
    yield piece;
  }
  if (left !== 0) throw new Error("A file in the object store ended early.");
}

/** Retries, since listing fails if a folder is deleted with its account meanwhile. */
async function readFolders(folder: string, attempt = 1): Promise<Dirent[]> {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (!isMissing(error) || attempt === maxReadAttempts) throw error;
    return readFolders(folder, attempt + 1);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** At least one chunk, so that empty files are included too. */
async function* readPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  try {
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes);
      if (bytesRead > 0 || position === 0) yield buffer.subarray(0, bytesRead);
      if (bytesRead === 0) return;
      position += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
