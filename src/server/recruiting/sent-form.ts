import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * What a browser's own form post holds. Names may stand several times, as ticked
 * checkboxes do; files come with multipart.
 */
export type SentForm = Pick<URLSearchParams, "get"> & { getAll(name: string): readonly unknown[] };

/** What a native post may weigh: a résumé that is too large is still read, so that its page can say so. */
export const largestPostBytes = 24 * 1024 * 1024;

/** Reads native posts with repeated names and files; any other body as its bytes. For this scope only. */
export function registerFormParsers(scope: FastifyInstance): void {
  const native = "application/x-www-form-urlencoded";
  scope.removeContentTypeParser(native);
  scope.addContentTypeParser(native, { parseAs: "string" }, (_request, body, done) => {
    done(null, new URLSearchParams(body.toString()));
  });
  scope.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers["content-type"] ?? "";
      try {
        return await new Response(new Uint8Array(body), {
          headers: { "content-type": type },
        }).formData();
      } catch (error) {
        throw Object.assign(new Error("not multipart", { cause: error }), { statusCode: 400 });
      }
    },
  );
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
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
