import { sql } from "kysely";
import type { FileRows } from "../../../../platform/server/files/named-files.ts";

/** Files of applicants' documents. */
export const documentFiles: FileRows = {
  folders: ["ApplicationDocuments"],
  table: "application_documents",
  key: "id",
  file: sql`file`,
  mayName: (files) => sql`file in (${sql.join(files)})`,
};
