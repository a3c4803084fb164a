import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { facts } from "../../../contract/facts.ts";
import { maxBodyBytes } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import { discardUpload } from "../../platform/files/read-upload.ts";
import { type UploadRequest, UploadSpool } from "../../platform/files/upload-spool.ts";
import { countAttempt } from "../../platform/throttles/throttles.ts";
import { MultipartForm, readMultipart } from "./multipart-form.ts";

/**
 * What a browser's own form post holds. Names may stand several times, as ticked
 * checkboxes do; files come with multipart.
 */
export type FormBody = URLSearchParams | MultipartForm;

/**
 * How much of a native post is looked at: answers stand behind a résumé too, and those beside
 * one that is too large are kept.
 */
export const maxPostBytes = 24 * 1024 * 1024;

/** Answers alone are far shorter; browsers write a byte as three characters ("%C5"). */
const maxTextBytes = 3 * maxBodyBytes;
/** Files in hand at once, each of them several times its size of memory; on their way, on the disk. */
const spoolLimits = {
  inMemory: 6,
  totalBytes: 512 * 1024 * 1024,
  senderBytes: 64 * 1024 * 1024,
};

/**
 * Reads native posts with repeated names and files, and résumés as their bytes. For this scope
 * only. Whatever their size, bodies are held up to no limit of a route but to the ones here.
 */
export function registerFormParsers(scope: FastifyInstance, context: AppContext): void {
  const spool = new UploadSpool(context.config.dataDir, spoolLimits, context.disk);
  const opened = new WeakMap<FastifyRequest, { discard(): Promise<void> }>();
  const describe = (request: FastifyRequest) => ({
    length: request.headers["content-length"],
    senders: [context.clientKeys.hashAddress(request)],
  });
  const receive = async (
    request: FastifyRequest,
    body: Readable,
    limit: Pick<UploadRequest, "maxBytes" | "tooLarge">,
  ) => {
    const upload = await spool.receive(body, { ...describe(request), ...limit });
    opened.set(request, upload);
    return upload.load();
  };
  // The answer is made: a sender who reads it slowly must not keep the file in memory.
  scope.addHook("onSend", async (request) => {
    request.body = undefined;
    await opened.get(request)?.discard();
  });
  const native = "application/x-www-form-urlencoded";
  scope.removeContentTypeParser(native);
  scope.addContentTypeParser(native, async (request: FastifyRequest, body: Readable) => {
    const limit = { maxBytes: maxTextBytes, tooLarge: "too-large" } as const;
    return new URLSearchParams((await receive(request, body, limit)).toString());
  });
  scope.addContentTypeParser(
    "multipart/form-data",
    async (request: FastifyRequest, body: Readable) => {
      const limits = { ...describe(request), maxBytes: maxPostBytes, maxTextBytes };
      try {
        await countAttempt(context, [{ limit: "uploadAddress", hash: limits.senders[0] }]);
      } catch (error) {
        discardUpload(body);
        throw error;
      }
      const form = await readMultipart(body, request.headers["content-type"] ?? "", spool, limits);
      opened.set(request, form);
      return form;
    },
  );
  scope.addContentTypeParser("*", async (request: FastifyRequest, body: Readable) => {
    const maxBytes = facts.application.resumeMaxBytes;
    return receive(request, body, { maxBytes, tooLarge: "resume-too-large" });
  });
}

/** Whether a body is a native post. */
export function isFormBody(body: unknown): body is FormBody {
  return body instanceof URLSearchParams || body instanceof MultipartForm;
}

/** The last text under a name; "" without one. */
export function textIn(sent: FormBody, name: string): string {
  return sent.getAll(name).at(-1) ?? "";
}

/** The file under a name, unless none was chosen. @throws why it could not be taken */
export async function fileIn(
  sent: FormBody,
  name: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  return sent instanceof MultipartForm ? sent.readFile(name) : undefined;
}

/** Whether the end of a post was not read, since it is too large. */
export function isCut(sent: FormBody): boolean {
  return sent instanceof MultipartForm && sent.isCut;
}
