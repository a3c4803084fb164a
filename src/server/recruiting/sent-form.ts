import type { FastifyInstance, FastifyRequest } from "fastify";
import { largestBodyBytes } from "../../contract/submission.ts";
import { ApiError } from "../http/api-error.ts";

/**
 * What a browser's own form post holds. Names may stand several times, as ticked
 * checkboxes do; files come with multipart.
 */
export type SentForm = Pick<URLSearchParams, "get"> & { getAll(name: string): readonly unknown[] };

/** What a native post may weigh: a résumé that is too large is still read, so that its page can say so. */
export const largestPostBytes = 24 * 1024 * 1024;

/** Answers alone are far shorter; browsers write a byte as three characters ("%C5"). */
const largestTextBytes = 3 * largestBodyBytes;
/** Posts that may hold a file, under way at once: each takes several times its size of memory. */
const mostLargePosts = 6;
const retryAfterSeconds = 10;

/** Anybody may send a file, so only so many at once: a computer's memory ends somewhere. */
function limitLargePosts(scope: FastifyInstance): void {
  let inHand = 0;
  scope.addHook("onRequest", async (request, reply) => {
    const { "content-length": length, "transfer-encoding": chunked } = request.headers;
    if (chunked === undefined && !(Number(length ?? 0) > largestTextBytes)) return;
    if (inHand >= mostLargePosts) {
      throw new ApiError("too-many", { retryAfter: retryAfterSeconds });
    }
    inHand += 1;
    // Comes after every answer, and also when the sender hangs up before.
    reply.raw.once("close", () => {
      inHand -= 1;
    });
  });
}

/** Nothing of a text too long is read, kept or shown again. */
function refuseLongText(length: number): void {
  if (length > largestTextBytes) throw new ApiError("too-large");
}

function textLength(form: FormData): number {
  let length = 0;
  for (const value of form.values()) if (typeof value === "string") length += value.length;
  return length;
}

/** Reads native posts with repeated names and files; any other body as its bytes. For this scope only. */
export function registerFormParsers(scope: FastifyInstance): void {
  limitLargePosts(scope);
  const native = "application/x-www-form-urlencoded";
  scope.removeContentTypeParser(native);
  scope.addContentTypeParser(
    native,
    { parseAs: "string" },
    async (_request: FastifyRequest, body: string) => {
      refuseLongText(body.length);
      return new URLSearchParams(body);
    },
  );
  scope.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers["content-type"] ?? "";
      const form = await readMultipart(type, body);
      refuseLongText(textLength(form));
      return form;
    },
  );
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
}

async function readMultipart(type: string, body: Buffer): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), {
      headers: { "content-type": type },
    }).formData();
  } catch (error) {
    throw Object.assign(new Error("not multipart", { cause: error }), { statusCode: 400 });
  }
}

/** Whether a body is a native post. */
export function isSentForm(body: unknown): body is SentForm {
  return body instanceof URLSearchParams || body instanceof FormData;
}

/** The last text under a name; "" without one. */
export function textIn(sent: SentForm, name: string): string {
  const value = sent.getAll(name).at(-1);
  return typeof value === "string" ? value : "";
}

/** The file under a name, unless none was chosen. */
export async function fileIn(
  sent: SentForm,
  name: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const file = sent.getAll(name).at(-1);
  if (!(file instanceof File) || file.size === 0) return undefined;
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}
