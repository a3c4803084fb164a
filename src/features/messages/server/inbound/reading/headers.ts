import { isUtf8 } from "node:buffer";
import { decodeWords } from "postal-mime";
import { decodeText } from "./charset.ts";

export interface Header {
  /** In lower case. */
  readonly name: string;
  /** Trimmed; encoded words are not decoded. */
  readonly value: string;
}

/** Bytes of one part's headers that are read. */
const maxBytes = 64 * 1024;
const maxHeaders = 1000;

/**
 * The headers at the start of a part, and where its body begins. Bytes beyond ASCII are read as
 * UTF-8 or, if they are none, in the charset of the text.
 */
export function readHeaders(bytes: Uint8Array): { headers: Header[]; bodyStart: number } {
  const bodyStart = findBody(bytes);
  const block = bytes.subarray(0, Math.min(bodyStart, maxBytes));
  const text = decodeText(block, isUtf8(block) ? "" : findCharset(bytes));
  const lines: string[][] = [];
  for (const line of text.split("\n", maxHeaders * 4)) {
    const isFolded = line.startsWith(" ") || line.startsWith("\t");
    if (isFolded) lines.at(-1)?.push(line);
    else if (lines.length < maxHeaders) lines.push([line]);
  }
  const headers = lines.flatMap((parts) => {
    const line = parts.join("").replaceAll("\r", "");
    const colon = line.indexOf(":");
    if (colon < 1) return [];
    const name = line.slice(0, colon).trim().toLowerCase();
    return [{ name, value: line.slice(colon + 1).trim() }];
  });
  return { headers, bodyStart };
}

function findCharset(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, maxBytes)).toString("latin1");
  return /charset="?([\w.:-]{1,40})/i.exec(start)?.[1] ?? "";
}

/** Index after the blank line; a part that begins with one has no headers. */
function findBody(bytes: Uint8Array): number {
  let start = 0;
  while (start < bytes.length) {
    const isBlank = bytes[start] === 0x0a || (bytes[start] === 0x0d && bytes[start + 1] === 0x0a);
    if (isBlank) return start + (bytes[start] === 0x0a ? 1 : 2);
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return bytes.length;
    start = end + 1;
  }
  return bytes.length;
}

/** Values of a header, decoded (RFC 2047). */
export function decodedHeader(headers: readonly Header[], name: string): string {
  return decodeWords(headerOf(headers, name)).trim();
}

/** The first value of a header; "" without. */
export function headerOf(headers: readonly Header[], name: string): string {
  return headers.find((header) => header.name === name)?.value ?? "";
}

export function headersOf(headers: readonly Header[], name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value);
}
