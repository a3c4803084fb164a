import { readdir } from "node:fs/promises";
import path from "node:path";
import type { FileStorage } from "../../src/platform/server/files/file-storage.ts";

/** The names of all files of a storage, or of one of its folders, sorted. */
export async function listStorage(storage: FileStorage, folder?: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { file } of storage.list(folder)) names.push(file);
  return names.sort();
}

/** Every stored picture and résumé, relative to the folder of files, sorted. */
export async function listStoredFiles(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
