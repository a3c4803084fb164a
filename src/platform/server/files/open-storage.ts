import path from "node:path";
import type { Config } from "../config/config.ts";
import type { FileStorage } from "./file-storage.ts";

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
  // Loaded with the first file, since startup time has a budget.
  if (!objectStore) {
    const { DiskStorage } = await import("./disk-storage.ts");
    return new DiskStorage(path.join(dataDir, area));
  }
  const { S3Storage } = await import("./s3-storage.ts");
  return new S3Storage(objectStore, area);
}
