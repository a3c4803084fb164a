import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Headers } from "../http/security-headers.ts";

export interface Variant {
  readonly etag: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** @param encoding content encoding of the body, if any */
export function makeVariant(body: Buffer, headers: Headers, encoding?: string): Variant {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const etag = `"${hash}"`;
  return {
    etag,
    body,
    headers: {
      ...headers,
      etag,
      "content-length": String(body.length),
      ...(encoding && { "content-encoding": encoding }),
    },
  };
}

/** Compresses a body at run time. @param quality brotli quality, 0 to 11 */
export function pack(body: Buffer, encoding: string | undefined, quality: number): Buffer {
  if (encoding === "gzip") return gzipSync(body);
  if (encoding !== "br") return body;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
