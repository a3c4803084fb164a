import path from "node:path";
import type { Readable } from "node:stream";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../../platform/server/files/file-store.ts";
import type { UploadSpool } from "../../../../platform/server/files/upload-spool.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { type MultipartForm, readMultipart } from "../../../recruiting/server/multipart-form.ts";
import { checkResume } from "../../../recruiting/server/resumes/resume-check.ts";
import { cleanName } from "../../../recruiting/server/resumes/resume-store.ts";
import { appLimits } from "../../contract/api.ts";
import { withExtension } from "../reply-files/add-file.ts";
import { messageFilePath } from "../reply-files/files.ts";

/** Texts of a form, in bytes: a text of which each character takes four. */
const maxTextBytes = 4 * appLimits.text + 1000;

export interface ReceivedFile {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly mime_type: string;
  readonly size: number;
}

interface Sent {
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Reads a message with files. The caller discards it. @throws ApiError "malformed", "too-large" … */
export async function readForm(
  { body, headers }: Sent,
  sender: string,
  spool: UploadSpool,
): Promise<MultipartForm> {
  const maxBytes = appLimits.files * (appLimits.fileBytes + 10_000) + maxTextBytes;
  const length = headers["content-length"];
  const form = await readMultipart(body, String(headers["content-type"]), spool, {
    length: typeof length === "string" ? length : undefined,
    senders: [sender],
    maxBytes,
    maxTextBytes,
    files: appLimits.files,
  });
  if (!form.isCut && !form.hasMoreFiles) return form;
  await form.discard();
  throw form.isCut ? new ApiError("too-large", { message: "The files are too large." }) : reject();
}

function reject(index?: number, detail = `Attach at most ${appLimits.files} files.`): ApiError {
  const pointer = index === undefined ? "/files" : `/files/${index}`;
  const errors = [{ pointer, code: "invalid", detail }];
  return new ApiError("invalid", { message: detail }, { errors });
}

/**
 * Checks the files like other attachments and stores them, one at a time, then saves their rows;
 * those of a message that is not saved are removed.
 * @throws ApiError "invalid" for a file that is rejected, "storage-full", "busy", those of `save`
 */
export async function storeFiles<Result>(
  form: MultipartForm,
  { isDryRun, ...context }: AppContext & { readonly isDryRun: boolean },
  save: (files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  await context.disk.requireSpace();
  const storage = await fileStoreOf(context).openStorage();
  const stored: ReceivedFile[] = [];
  try {
    for (const [index, one] of form.files.entries()) {
      const id = orderedId();
      const { bytes, extension, type } = await check(index, one);
      const file = messageFilePath(id, extension);
      const name = withExtension(cleanName(one.name, "attachment"), extension);
      if (!isDryRun) await storage.write(file, bytes);
      stored.push({ id, file, name: path.basename(name), mime_type: type, size: bytes.length });
      await one.upload.discard();
    }
    return await save(stored);
  } catch (error) {
    // After a lost commit the rows may exist: the sweep finds out.
    const isFinal = error instanceof ApiError || context.database.engine === "sqlite";
    if (isFinal && !isDryRun) {
      for (const { file } of stored) await storage.remove(file).catch(() => undefined);
    }
    throw error;
  }
}

async function check(index: number, { upload, error }: MultipartForm["files"][number]) {
  const tooLarge = (reason: unknown) =>
    reason instanceof ApiError && reason.body.code === "resume-too-large";
  try {
    if (error) throw error;
    return await checkResume(await upload.load());
  } catch (reason) {
    if (tooLarge(reason)) throw new ApiError("too-large", { message: (reason as Error).message });
    const isRejected = reason instanceof ApiError && reason.body.code.startsWith("resume-");
    throw isRejected ? reject(index, reason.message) : reason;
  }
}
