import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { facts } from "../../../platform/contract/facts.ts";
import { maxBodyBytes } from "../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import { discardUpload } from "../../../platform/server/files/read-upload.ts";
import { type UploadRequest, UploadSpool } from "../../../platform/server/files/upload-spool.ts";
import { readNativeForm } from "../../../platform/server/http/body.ts";
import { MultipartForm, readMultipart } from "./multipart-form.ts";

/** A native form post. Names may repeat, as those of checkboxes do; files come with multipart. */
export type FormBody = URLSearchParams | MultipartForm;

/**
 * Maximum bytes read of a native post: more than a résumé's limit, so that answers before and after
 * a file that is too large are kept.
 */
export const maxPostBytes = 24 * 1024 * 1024;

/** Answers alone are far shorter; browsers encode a byte as three characters ("%C5"). */
const maxTextBytes = 3 * maxBodyBytes;
/** Maximum files in memory, each taking several times its size; until then they are on disk. */
const spoolLimits = {
  inMemory: 6,
  totalBytes: 512 * 1024 * 1024,
  senderBytes: 64 * 1024 * 1024,
};

/**
 * Parses native posts with repeated names and files, and résumés as bytes, in this scope only.
 * Bodies are limited here instead of by the routes' body limits.
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
  // The response is ready: release the file, since a client may read the response slowly.
  scope.addHook("onSend", async (request) => {
    request.body = undefined;
    await opened.get(request)?.discard();
  });
  const native = "application/x-www-form-urlencoded";
  scope.removeContentTypeParser(native);
  scope.addContentTypeParser(native, async (request: FastifyRequest, body: Readable) => {
    const limit = { maxBytes: maxTextBytes, tooLarge: "too-large" } as const;
    return readNativeForm((await receive(request, body, limit)).toString());
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

export function isFormBody(body: unknown): body is FormBody {
  return body instanceof URLSearchParams || body instanceof MultipartForm;
}

/** The last text under a name; "" if none. */
export function textIn(sent: FormBody, name: string): string {
  return sent.getAll(name).at(-1) ?? "";
}

/** The file under a name, or undefined if none was chosen. @throws the error why it was rejected */
export async function fileIn(
  sent: FormBody,
  name: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  return sent instanceof MultipartForm ? sent.readFile(name) : undefined;
}

/** Whether a post was too large to be read completely. */
export function isCut(sent: FormBody): boolean {
  return sent instanceof MultipartForm && sent.isCut;
}
