import { sql } from "kysely";
import type { FileRows } from "../../../../platform/server/files/named-files.ts";

export const resumeFiles: FileRows = {
  folders: ["Applications"],
  table: "applications",
  key: "id",
  file: sql`resume_file`,
  mayName: (files) => sql`resume_file in (${sql.join(files)})`,
};
