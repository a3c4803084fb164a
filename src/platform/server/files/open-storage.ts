import path from "node:path";
import type { Config } from "../config/config.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { S3Storage } from "./s3-storage.ts";

/** The areas of the storage: people's files, and emails that are written to files. */
export const storageAreas = ["files", "outbox"] as const;
export type StorageArea = (typeof storageAreas)[number];

/** The area of the list of deletions: never part of a backup, since a restore repeats it. */
export const deletionArea = "deletions";

export type StorageSettings = Pick<Config, "dataDir"> & Partial<Pick<Config, "objectStore">>;

/** Opens the storage of an area: the object store if one is set, else a folder of `dataDir`. */
export async function openStorage(
  { dataDir, objectStore }: StorageSettings,
  area: StorageArea | typeof deletionArea,
): Promise<FileStorage> {
  return objectStore ? new S3Storage(objectStore, area) : new DiskStorage(path.join(dataDir, area));
}
