import { sql } from "kysely";
import type { FileRows } from "../../../../platform/server/files/named-files.ts";

/** Path in the file store of a file that staff attach. */
export function replyFilePath(id: string, extension: string): string {
  return `Replies/${id}/file.${extension}`;
}

/** Path in the file store of a file that a customer attached. */
export function messageFilePath(id: string, extension: string): string {
  return `Messages/${id}/file.${extension}`;
}

export const messageFiles: FileRows = {
  folders: ["Messages"],
  table: "case_message_files",
  key: "id",
  file: sql`file`,
  mayName: (files) => sql`file in (${sql.join(files)})`,
};

export const replyFiles: FileRows = {
  folders: ["Replies"],
  table: "reply_files",
  key: "id",
  file: sql`file`,
  mayName: (files) => sql`file in (${sql.join(files)})`,
};
