import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../../../platform/server/config/config.ts";
import type { FileStorage } from "../../../../platform/server/files/file-storage.ts";
import { deletionArea, openStorage } from "../../../../platform/server/files/open-storage.ts";

export type ListSettings = Pick<Config, "dataDir" | "objectStore" | "backup">;

/**
 * The places of the list of deletions, each complete: `DATA_DIR` or the object store, and beside the
 * continuous backup.
 */
export async function openPlaces({ backup, ...settings }: ListSettings): Promise<FileStorage[]> {
  const place = await openStorage(settings, deletionArea);
  if (!backup) return [place];
  // Loaded only with a backup, since startup time has a budget.
  const { openBackupStorage } = await import(
    "../../../../platform/server/db/continuous/backup-store.ts"
  );
  return [place, await openBackupStorage(backup, deletionArea)];
}

/** The list in the `DATA_DIR` that was in use before a restore; undefined if there is none. */
export async function openFormerPlace(dataDir: string): Promise<FileStorage | undefined> {
  const folder = path.resolve(dataDir);
  if (!existsSync(path.join(folder, deletionArea))) return undefined;
  return openStorage({ dataDir: folder }, deletionArea);
}

const ending = ".json";

export function fileOf(id: string): string {
  return `${id}${ending}`;
}

export async function listIds(place: FileStorage): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { file } of place.list()) {
    if (file.endsWith(ending)) ids.add(file.slice(0, -ending.length));
  }
  return ids;
}
