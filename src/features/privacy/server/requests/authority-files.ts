import { sql } from "kysely";
import type { FileRows } from "../../../../platform/server/files/named-files.ts";

/** Files with which agents show that they may ask. */
export const authorityFiles: FileRows = {
  folders: ["Privacy"],
  table: "privacy_files",
  key: "id",
  file: sql`file`,
  mayName: (files) => sql`file in (${sql.join(files)})`,
};
