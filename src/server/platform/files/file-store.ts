import path from "node:path";
import type { Config } from "../config/config.ts";
import type { DatabaseClient } from "../db/client.ts";

/**
 * Store of people's files: rows contain their names, the bytes are in `DATA_DIR/files`. A file is
 * identified by its path below that folder, with forward slashes, and is never overwritten.
 */
export interface FileStore {
  readonly database: DatabaseClient;
  readonly dataDir: string;
}

/** A context with a file store, of a server or a command. */
export interface FileStoreContext {
  readonly database: DatabaseClient;
  readonly config: Pick<Config, "dataDir">;
}

/** The file store of a server or a command. */
export function fileStoreOf({ database, config }: FileStoreContext) {
  return { database, dataDir: config.dataDir } satisfies FileStore;
}

/**
 * Path of a stored file or folder on disk.
 * @throws Error if it is outside the store
 */
export function storedPath({ dataDir }: Pick<FileStore, "dataDir">, file: string): string {
  const root = path.join(dataDir, "files");
  const full = path.join(root, file);
  if (!full.startsWith(root + path.sep)) throw new Error(`${file} is outside the file store.`);
  return full;
}
