import { readdir } from "node:fs/promises";
import path from "node:path";

/** Every stored picture and résumé, relative to the folder of files, sorted. */
export async function listStoredFiles(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
