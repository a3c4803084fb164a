import { sql } from "kysely";
import type { FileRows } from "../../../../platform/server/files/named-files.ts";

/** Path in the file store of an email's original, compressed. */
export function emailFile(ownerId: string, emailId: string): string {
  return `Emails/${ownerId}/${emailId}.eml.gz`;
}

export const emailFiles: FileRows = {
  folders: ["Emails"],
  table: "conversation_inbound_emails",
  key: "id",
  file: sql`raw_file`,
  mayName: (files) => sql`raw_file in (${sql.join(files)})`,
};
