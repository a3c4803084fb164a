import path from "node:path";
import type { Config } from "../config/config.ts";
import type { DatabaseClient } from "../db/client.ts";

/**
 * Where people's files are kept: rows name them, the bytes lie in `DATA_DIR/files`. A file is
 * known by its path below that folder, with forward slashes, and is never written a second time.
 */
export interface FileStore {
  readonly database: DatabaseClient;
  readonly dataDir: string;
}

/** What a server or a command knows of its file store. */
export interface FileStoreContext {
  readonly database: DatabaseClient;
  readonly config: Pick<Config, "dataDir">;
}

/** The store of a server or a command. */
export function fileStoreOf({ database, config }: FileStoreContext) {
  return { database, dataDir: config.dataDir } satisfies FileStore;
}

/**
 * Where a stored file or folder lies on the disk.
 * @throws Error when that is outside the store
 */
export function storedPath({ dataDir }: Pick<FileStore, "dataDir">, file: string): string {
  const root = path.join(dataDir, "files");
  const full = path.join(root, file);
  if (!full.startsWith(root + path.sep)) throw new Error(`${file} is outside the file store.`);
  return full;
}
