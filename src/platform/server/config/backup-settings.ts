import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  type AwsSettings,
  type ObjectStoreSettings,
  parseFilesUrl,
} from "./object-store-settings.ts";

/** Where the continuous backup is stored: a bucket, or a folder on another disk. */
export type BackupSettings =
  | { readonly objectStore: ObjectStoreSettings }
  /** Absolute path. */
  | { readonly folder: string };

/**
 * Parses `BACKUP_URL`: `s3://…` as in `FILES_URL`, or `file:///folder`. Undefined if it is unset or
 * invalid.
 * @param fail receives each error
 */
export function parseBackupUrl(
  text: string | undefined,
  aws: AwsSettings,
  dataDir: string,
  fail: (error: string) => void,
): BackupSettings | undefined {
  if (!text?.startsWith("file:")) {
    const objectStore = parseFilesUrl(text, aws, fail);
    return objectStore && { objectStore };
  }
  const url = URL.parse(text);
  const isPlain = url?.host === "" && url.search === "" && url.hash === "";
  if (!isPlain || url.pathname === "/") {
    return void fail("use an address like file:///mnt/backup/site or s3://bucket?region=us-east-1");
  }
  const folder = path.resolve(fileURLToPath(url));
  if (!path.relative(dataDir, folder).startsWith("..")) {
    fail("use a folder outside DATA_DIR, on another disk");
  }
  return { folder };
}
