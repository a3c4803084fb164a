import path from "node:path";
import type { Config } from "../../config/config.ts";
import { DiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";

/** What is stored apart: people's files, and emails that are written to files. */
export type StorageArea = "files" | "outbox";

/** The settings that say where files are. */
export type StorageSettings = Pick<Config, "dataDir">;

/** Opens the storage of an area. */
export async function openStorage(
  { dataDir }: StorageSettings,
  area: StorageArea,
): Promise<FileStorage> {
  return new DiskStorage(path.join(dataDir, area));
}
