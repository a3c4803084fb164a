import path from "node:path";
import { sql } from "kysely";
import type { FileRows } from "../../../platform/server/files/named-files.ts";

/** Whether a text can be the uid of a person or provider; a uid cannot escape its folder. */
export function isUid(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}

/** Folder in the file store of all files that are deleted with an account. */
export function accountFolder(uid: string): string {
  return `Users/${uid}`;
}

export const pictureFiles: FileRows = {
  folders: ["Users", "ProProviders"],
  table: "pictures",
  key: "path",
  file: sql`path || '/' || file`,
  mayName: (files) => sql`path in (${sql.join([...new Set(files.map(path.posix.dirname))])})`,
};
