import { createHash } from "node:crypto";

/** Headers that belong to what a person sent; relays add and change others. */
const ownHeaders: ReadonlySet<string> = new Set(["from", "subject", "date"]);

/** Bytes in which headers are looked for. */
const maxHeaderBytes = 256 * 1024;

/**
 * Hash of an email's contents: some programs give every email the same Message-ID, so only an email
 * with the same ID and the same contents was received before. Headers of the way it took do not
 * count.
 */
export function hashContents(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const end = findEndOfHeaders(bytes);
  const hash = createHash("sha256");
  for (const header of readHeaders(bytes.toString("latin1", 0, Math.min(end, maxHeaderBytes)))) {
    hash.update(`${header}\n`);
  }
  return hash.update(bytes.subarray(end)).digest("base64url");
}

/** Key under which an email is stored once. @param scope the conversation's id, or "new" */
export function keyOf(scope: string, messageId: string, contents: string): string {
  return createHash("sha256").update(`${scope}\n${messageId}\n${contents}`).digest("base64url");
}

function findEndOfHeaders(bytes: Buffer): number {
  const ends = ["\r\n\r\n", "\n\n"]
    .map((mark) => bytes.indexOf(mark))
    .filter((index) => index >= 0);
  return ends.length === 0 ? bytes.length : Math.min(...ends);
}

/** The headers that count, unfolded, in order. */
function readHeaders(text: string): string[] {
  const headers: string[] = [];
  let isOwn = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      if (isOwn) headers.push(line.trim());
      continue;
    }
    isOwn = ownHeaders.has(line.slice(0, Math.max(0, line.indexOf(":"))).toLowerCase());
    if (isOwn) headers.push(line.trim());
  }
  return headers;
}
