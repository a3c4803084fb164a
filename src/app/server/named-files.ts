import { pictureFiles } from "../../features/customers/server/files.ts";
import { emailFiles } from "../../features/messages/server/inbound/files.ts";
import { messageFiles, replyFiles } from "../../features/messages/server/reply-files/files.ts";
import { authorityFiles } from "../../features/privacy/server/requests/authority-files.ts";
import { documentFiles } from "../../features/recruiting/server/documents/document-files.ts";
import { resumeFiles } from "../../features/recruiting/server/resumes/files.ts";
import { NamedFiles } from "../../platform/server/files/named-files.ts";

/** The files that rows of the features name: backed up, moved, and swept once no row names them. */
export const namedFiles = new NamedFiles([
  pictureFiles,
  resumeFiles,
  documentFiles,
  emailFiles,
  replyFiles,
  messageFiles,
  authorityFiles,
]);
