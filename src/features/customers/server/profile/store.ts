import { hash, randomUUIDv7 } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { FileStore } from "../../../../platform/server/files/file-store.ts";
import {
  expediteRemovals,
  removeFiles,
  scheduleRemoval,
} from "../../../../platform/server/files/removals.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { pictureFiles } from "../files.ts";

export interface StoredPicture {
  /** SHA-256 of the bytes, base64url. */
  readonly hash: string;
  readonly bytes: Buffer;
}

export interface NewPicture {
  readonly path: string;
  /** The account that it is deleted with; null for a provider's. */
  readonly uid: string | null;
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Runs first in the transaction; if it throws, the picture is not stored. */
  readonly check?: (trx: Transaction<Database>) => Promise<void>;
}

export function hashPicture(bytes: Buffer): string {
  return hash("sha256", bytes, "base64url");
}

/**
 * Stores a picture in place of an earlier one. Readers see either the old or the new one, complete.
 * @returns the hash of the bytes
 * @throws ApiError "storage-full" if the file cannot be written; then nothing has changed
 */
export async function savePicture(store: FileStore, picture: NewPicture): Promise<string> {
  const { path: picturePath, uid, bytes, now, check } = picture;
  const file = `${randomUUIDv7()}.webp`;
  const row = { path: picturePath, uid, file, hash: hashPicture(bytes) };
  await storeFile(store, {
    file: `${picturePath}/${file}`,
    bytes,
    rows: pictureFiles,
    now,
    async saveRow(trx) {
      await check?.(trx);
      const values = { ...row, updated_at: now };
      // Of several concurrent first pictures, each but the first finds the previous row.
      const first = await trx
        .insertInto("pictures")
        .values(values)
        .onConflict((conflict) => conflict.column("path").doNothing())
        .returning("file")
        .executeTakeFirst();
      if (first) return undefined;
      const earlier = await trx
        .selectFrom("pictures")
        .select("file")
        .where("path", "=", picturePath)
        .forUpdate()
        .executeTakeFirst();
      await trx
        .insertInto("pictures")
        .values(values)
        .onConflict((conflict) => conflict.column("path").doUpdateSet(values))
        .execute();
      return earlier && `${picturePath}/${earlier.file}`;
    },
  });
  return row.hash;
}

/** Reads a picture, or only its hash if that equals `knownHash`; undefined if there is none. */
export async function readPicture(
  store: FileStore,
  picturePath: string,
  knownHash?: string,
): Promise<StoredPicture | undefined> {
  const storage = await store.openStorage();
  // The picture may be replaced between reading row and file; the second attempt finds the new one.
  for (let tries = 0; tries < 2; tries += 1) {
    const row = await store.database.db
      .selectFrom("pictures")
      .select(["hash", "file"])
      .where("path", "=", picturePath)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.hash === knownHash) return { hash: row.hash, bytes: Buffer.alloc(0) };
    const bytes = await storage.readWhole(`${picturePath}/${row.file}`);
    if (bytes) return { hash: row.hash, bytes };
  }
  return undefined;
}

/** The file of a picture in the store, which may be missing there; undefined if there is none. */
export async function findPictureFile(
  { database }: Pick<FileStore, "database">,
  picturePath: string,
): Promise<string | undefined> {
  const row = await database.db
    .selectFrom("pictures")
    .select("file")
    .where("path", "=", picturePath)
    .executeTakeFirst();
  return row && `${picturePath}/${row.file}`;
}

/**
 * Removes a picture's row, then its file and the files that it replaced. A second time changes
 * nothing.
 */
export async function removePicture(
  store: FileStore,
  picturePath: string,
  now: number,
): Promise<void> {
  const gone = await store.database.write(async (trx) => {
    const rows = await trx
      .deleteFrom("pictures")
      .where("path", "=", picturePath)
      .returning("file")
      .execute();
    const files = rows.map(({ file }) => `${picturePath}/${file}`);
    await scheduleRemoval(trx, files, now);
    return [...files, ...(await expediteRemovals(trx, [picturePath], now))];
  });
  await removeFiles(store, gone);
}
