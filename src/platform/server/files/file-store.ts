import type { DatabaseClient } from "../db/client.ts";
import type { FileStorage } from "./file-storage.ts";
import { openStorage, type StorageSettings } from "./open-storage.ts";

/**
 * Store of people's files: the database has their names, the storage their bytes. A file is never
 * overwritten.
 */
export interface FileStore {
  readonly database: DatabaseClient;
  openStorage(): Promise<FileStorage>;
  openOutbox(): Promise<FileStorage>;
}

export interface FileStoreContext {
  readonly database: DatabaseClient;
  readonly config: StorageSettings;
}

export function fileStoreOf({ database, config }: FileStoreContext) {
  return {
    database,
    openStorage: () => openStorage(config, "files"),
    openOutbox: () => openStorage(config, "outbox"),
  } satisfies FileStore;
}
