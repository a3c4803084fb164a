import { hash, randomUUIDv7 } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Transaction } from "kysely";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { writeWhole } from "../files/write-whole.ts";

/** Where pictures are kept: rows in the database, bytes in `DATA_DIR/files`. */
export interface PictureStore {
  readonly database: DatabaseClient;
  readonly dataDir: string;
}

/** A stored picture. */
export interface StoredPicture {
  /** SHA-256 of the bytes, base64url. */
  readonly hash: string;
  readonly bytes: Buffer;
}

/** A picture on its way into the store. */
export interface NewPicture {
  /** Storage path of SPEC 3. */
  readonly path: string;
  /** Whose account takes it along; null for a provider's. */
  readonly uid: string | null;
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Runs first in the transaction; what it throws keeps the picture out. */
  readonly check?: (trx: Transaction<Database>) => Promise<void>;
}

/** A file that no row names is forgotten by then: an upload takes a minute at most. */
const orphanAgeMs = 60 * 60 * 1000;

/** Folder that holds every version of the picture of a path; empty or absent without one. */
function folderOf({ dataDir }: PictureStore, picturePath: string): string {
  return path.join(dataDir, "files", picturePath);
}

/**
 * Stores a picture: first the file under a new name, then the row that names it, and
 * only then is the old file removed. Whoever looks sees the old or the new one, whole.
 * @returns the hash of the bytes
 * @throws ApiError "storage-full" when the file cannot be written; then nothing has changed
 */
export async function savePicture(store: PictureStore, picture: NewPicture): Promise<string> {
  const { path: picturePath, uid, bytes, now, check } = picture;
  const folder = folderOf(store, picturePath);
  const file = `${randomUUIDv7()}.webp`;
  const row = { path: picturePath, uid, file, hash: hash("sha256", bytes, "base64url") };
  await writeWhole(path.join(folder, file), bytes);
  let before: { file: string } | undefined;
  try {
    before = await store.database.write(async (trx) => {
      await check?.(trx);
      const earlier = await trx
        .selectFrom("pictures")
        .select("file")
        .where("path", "=", picturePath)
        .forUpdate()
        .executeTakeFirst();
      await trx
        .insertInto("pictures")
        .values({ ...row, updated_at: now })
        .onConflict((conflict) => conflict.column("path").doUpdateSet({ ...row, updated_at: now }))
        .execute();
      return earlier;
    });
  } catch (error) {
    await rm(path.join(folder, file), { force: true });
    throw error;
  }
  // What cannot be removed now goes with the next picture.
  await removeOld(folder, file, before?.file).catch(() => undefined);
  return row.hash;
}

/** Reads a picture, or only its hash when that is known already; undefined when there is none. */
export async function readPicture(
  store: PictureStore,
  picturePath: string,
  knownHash?: string,
): Promise<StoredPicture | undefined> {
  // Between row and file the picture may be replaced: then the second look finds the new one.
  for (let tries = 0; tries < 2; tries += 1) {
    const row = await store.database.db
      .selectFrom("pictures")
      .select(["hash", "file"])
      .where("path", "=", picturePath)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.hash === knownHash) return { hash: row.hash, bytes: Buffer.alloc(0) };
    const bytes = await readIfThere(path.join(folderOf(store, picturePath), row.file));
    if (bytes) return { hash: row.hash, bytes };
  }
  return undefined;
}

/** Whether there should be a picture under a path; its file may be missing all the same. */
export async function hasPicture(store: PictureStore, picturePath: string): Promise<boolean> {
  const row = await store.database.db
    .selectFrom("pictures")
    .select("hash")
    .where("path", "=", picturePath)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a picture, first its row. Doing it twice changes nothing. */
export async function removePicture(store: PictureStore, picturePath: string): Promise<void> {
  const gone = await store.database.write((trx) =>
    trx.deleteFrom("pictures").where("path", "=", picturePath).returning("file").execute(),
  );
  const folder = folderOf(store, picturePath);
  for (const { file } of gone) await rm(path.join(folder, file), { force: true });
}

/** Removes every file of a deleted account, whose rows are gone already. */
export async function removeFilesOf(dataDir: string, uid: string): Promise<void> {
  await rm(path.join(dataDir, "files", "Users", uid), { recursive: true, force: true });
}

async function removeOld(folder: string, current: string, before?: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name !== current);
  for (const name of names) {
    const file = path.join(folder, name);
    if (name === before || (await isOrphan(file))) await rm(file, { force: true });
  }
}

async function isOrphan(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file);
  return Date.now() - mtimeMs > orphanAgeMs;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
