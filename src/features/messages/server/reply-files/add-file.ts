import path from "node:path";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import { readWholeUpload } from "../../../../platform/server/files/read-upload.ts";
import { storeFile } from "../../../../platform/server/files/stored-file.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { checkResume } from "../../../recruiting/server/resumes/resume-check.ts";
import { cleanName } from "../../../recruiting/server/resumes/resume-store.ts";
import type { DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { lockStaffSession } from "../../../staff/server/access/staff-session.ts";
import { type ReplyFile, replyLimits } from "../../contract/replies.ts";
import { filesTooLarge, requireWithin } from "./attached-files.ts";
import { replyFilePath, replyFiles } from "./files.ts";

/** The draft of a file: of a reply, or of an email that staff begin. */
export type FileDraft =
  | { readonly draft_id: string; readonly new_draft_id?: null }
  | { readonly new_draft_id: string; readonly draft_id?: null };

const rejected = (message: string) => new ApiError("invalid", { fields: { file: message } });

/**
 * Adds the request's file to a draft, checked like a résumé: its content says what it is, what may
 * run is refused, and pictures are encoded again.
 * @param openDraft finds the draft, or begins it, and locks it until the commit
 * @throws ApiError "invalid" beyond the limits, those of `checkResume`, "storage-full"
 */
export async function addFile(
  { request, session, query }: DeskRequest & { readonly query: { readonly name: string } },
  openDraft: (trx: Transaction<Database>) => Promise<FileDraft>,
  context: AppContext,
): Promise<ReplyFile> {
  await context.disk.requireSpace();
  const tooLarge = () => rejected(filesTooLarge);
  const sent = await readWholeUpload(request.body, replyLimits.fileBytes, tooLarge);
  const { bytes, extension, type: mimeType } = await checkResume(sent);
  const id = orderedId();
  const name = withExtension(cleanName(query.name, "attachment"), extension);
  const size = bytes.length;
  const file = replyFilePath(id, extension);
  const now = context.now();
  await storeFile(fileStoreOf(context), {
    file,
    bytes,
    rows: replyFiles,
    now,
    async saveRow(trx) {
      await lockStaffSession(trx, session);
      const draft = await openDraft(trx);
      const column = draft.draft_id ? "draft_id" : "new_draft_id";
      const others = await trx
        .selectFrom("reply_files")
        .select("size")
        .where(column, "=", draft[column] ?? "")
        .execute();
      requireWithin([...others, { size }], "file");
      await trx
        .insertInto("reply_files")
        .values({ id, ...draft, file, name, mime_type: mimeType, size, at: now })
        .execute();
      return null;
    },
  });
  return { id, name, mimeType, size };
}

/** The name with the ending of what the file is: programs open it by that. */
export function withExtension(name: string, extension: string): string {
  const given = path.extname(name);
  const isRight = given.toLowerCase().replace("jpeg", "jpg") === `.${extension}`;
  return isRight ? name : `${name.slice(0, name.length - given.length)}.${extension}`;
}
