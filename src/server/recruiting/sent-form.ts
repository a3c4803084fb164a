import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { largestBodyBytes } from "../../contract/submission.ts";
import type { Config } from "../config.ts";
import { Arrivals } from "../files/arrivals.ts";
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
/** Files in hand at once, each of them several times its size of memory; on their way, on the disk. */
const room = { inMemory: 6, onDisk: 512 * 1024 * 1024 };

/** Nothing of a text too long is read, kept or shown again. */
function refuseLongText(length: number): void {
  if (length > largestTextBytes) throw new ApiError("too-large");
}

function textLength(form: FormData): number {
  let length = 0;
  for (const value of form.values()) if (typeof value === "string") length += value.length;
  return length;
}

/**
 * Reads native posts with repeated names and files; any other body but JSON as its bytes.
 * For this scope only. Whatever their size, bodies are held up to no limit of a route but to
 * the ones here.
 */
export function registerFormParsers(scope: FastifyInstance, { dataDir }: Config): void {
  const arrivals = new Arrivals(dataDir, room);
  const inHand = new WeakMap<FastifyRequest, () => void>();
  const receive = async (request: FastifyRequest, body: Readable, most: number) => {
    const length = request.headers["content-length"];
    const arrived = await arrivals.receive(body, length, { most, tooLarge: "too-large" });
    inHand.set(request, arrived.done);
    return arrived.bytes;
  };
  // The answer is made: a sender who reads it slowly must not keep the file in memory.
  scope.addHook("onSend", async (request) => {
    request.body = undefined;
    inHand.get(request)?.();
  });
  const native = "application/x-www-form-urlencoded";
  scope.removeContentTypeParser(native);
  scope.addContentTypeParser(native, async (request: FastifyRequest, body: Readable) => {
    const bytes = await receive(request, body, largestTextBytes);
    return new URLSearchParams(bytes.toString());
  });
  scope.addContentTypeParser(
    "multipart/form-data",
    async (request: FastifyRequest, body: Readable) => {
      const bytes = await receive(request, body, largestPostBytes);
      const form = await readMultipart(request.headers["content-type"] ?? "", bytes);
      refuseLongText(textLength(form));
      return form;
    },
  );
  scope.addContentTypeParser("*", (request: FastifyRequest, body: Readable) =>
    receive(request, body, largestPostBytes),
  );
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
