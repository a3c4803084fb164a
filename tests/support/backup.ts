import { namedFiles } from "../../src/app/server/named-files.ts";
import type { ObjectStoreSettings } from "../../src/platform/server/config/object-store-settings.ts";
import { backupTo as backupWith } from "../../src/platform/server/db/backup/backup.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";

/** A backup with the files of every feature, as `ops backup` writes it. */
export function backupTo(
  client: DatabaseClient,
  dataDir: string,
  file: string,
  objectStore?: ObjectStoreSettings,
) {
  return backupWith(client, { dataDir, objectStore, named: namedFiles }, file);
}
