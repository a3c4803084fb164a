import { parseHeaderValue } from "nodemailer/lib/mime-funcs";
import { decodeWords } from "postal-mime";
import { type Header, headerOf, readHeaders } from "./headers.ts";

const equals = 0x3d;
const lineFeed = 0x0a;

/** Decodes quoted-printable (RFC 2045, 6.7); what is none stays as it is. Takes linear time. */
function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length);
  let length = 0;
  let index = 0;
  while (index < body.length) {
    const byte = body[index] ?? 0;
    if (byte === equals) {
      const next = endOfSoftBreak(body, index + 1);
      if (next !== undefined) {
        index = next;
        continue;
      }
      const high = digit(body[index + 1]);
      const low = digit(body[index + 2]);
      if (high !== -1 && low !== -1) {
        decoded[length] = high * 16 + low;
        length += 1;
        index += 3;
        continue;
      }
    }
    decoded[length] = byte;
    length += 1;
    index += 1;
  }
  return decoded.subarray(0, length);
}

/** Index after a line end that follows "=", perhaps after blanks that were added on the way. */
function endOfSoftBreak(body: Uint8Array, from: number): number | undefined {
  let index = from;
  while (index < from + 80 && (body[index] === 0x20 || body[index] === 0x09)) index += 1;
  if (body[index] === 0x0d && body[index + 1] === lineFeed) return index + 2;
  if (index >= body.length || body[index] === lineFeed) return index + 1;
  return undefined;
}

/** Value of a hexadecimal digit; -1 for other bytes. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const upper = byte & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1;
}

/** Longer values are cut. */
const maxLength = 8000;

/** A header such as `Content-Type`, with its parameters (RFC 2231) by name in lower case. */
interface StructuredValue {
  /** In lower case. */
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Reads a header with parameters; names of files are decoded also where they break RFC 2231. */
function readParameters(header: string): StructuredValue {
  const { value, params } = parseHeaderValue(header.slice(0, maxLength));
  const type = value.split(/[\s(]/, 1)[0] ?? "";
  const decoded = Object.entries(params).map(([name, text]) => [
    name.toLowerCase(),
    decodeWords(text),
  ]);
  return { value: type.toLowerCase(), params: Object.fromEntries(decoded) };
}

/** A part of an email (RFC 2045), or the email itself. */
export interface Part {
  readonly headers: readonly Header[];
  /** In lower case, such as "text/plain". */
  readonly type: string;
  /** Parameters of the type, such as `charset`, by name in lower case. */
  readonly params: Readonly<Record<string, string>>;
  /** In lower case; "" without. */
  readonly disposition: string;
  /** "" without. */
  readonly fileName: string;
  /** Without angle brackets; "" without. */
  readonly contentId: string;
  readonly children: readonly Part[];
  /** Content without its transfer encoding. */
  content(): Uint8Array;
}

const partLimits = { parts: 500, depth: 25 };

export class PartBudget {
  left = partLimits.parts;
  isExceeded = false;

  /** @returns whether one more part may be read at this depth */
  take(depth: number): boolean {
    this.left -= 1;
    const isAllowed = this.left >= 0 && depth <= partLimits.depth;
    if (!isAllowed) this.isExceeded = true;
    return isAllowed;
  }
}

/** Reads a part and those in it, without copying. Takes linear time for each level of depth. */
export function readPart(
  bytes: Uint8Array,
  budget: PartBudget,
  depth = 0,
  defaultType = "text/plain",
): Part {
  const { headers, bodyStart } = readHeaders(bytes);
  const body = bytes.subarray(bodyStart);
  const { value, params } = readParameters(headerOf(headers, "content-type"));
  const type = value.includes("/") ? value : defaultType;
  const disposition = readParameters(headerOf(headers, "content-disposition"));
  const encoding = headerOf(headers, "content-transfer-encoding").toLowerCase();
  const boundary = type.startsWith("multipart/") ? params.boundary : undefined;
  const childType = type === "multipart/digest" ? "message/rfc822" : "text/plain";
  const children: Part[] = [];
  for (const child of boundary ? splitBody(body, boundary) : []) {
    if (!budget.take(depth + 1)) break;
    children.push(readPart(child, budget, depth + 1, childType));
  }
  return {
    headers,
    type,
    params,
    disposition: disposition.value,
    fileName: disposition.params.filename || params.name || "",
    contentId: headerOf(headers, "content-id").replaceAll(/[<>\s]/g, ""),
    children,
    content: () => decodeTransfer(body, encoding),
  };
}

/** The bodies between the lines of a boundary, without the preamble and what follows the end. */
function* splitBody(body: Uint8Array, boundary: string): Generator<Uint8Array> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marker = `--${boundary}`;
  let start = -1;
  let from = 0;
  while (from < bytes.length) {
    const at = bytes.indexOf(marker, from);
    if (at === -1) break;
    from = at + marker.length;
    if (at > 0 && bytes[at - 1] !== 0x0a) continue;
    const end = endOfLine(bytes, from);
    const rest = bytes.toString("latin1", from, Math.min(end, from + 4)).trim();
    // Of another boundary that begins with this one.
    if (rest !== "" && rest !== "--") continue;
    if (start !== -1) yield body.subarray(start, withoutLineEnd(bytes, at));
    if (rest === "--") return;
    start = Math.min(end + 1, bytes.length);
  }
  if (start !== -1) yield body.subarray(start);
}

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0x0a, from);
  return end === -1 ? bytes.length : end;
}

/** The line end before a boundary belongs to the boundary. */
function withoutLineEnd(bytes: Buffer, at: number): number {
  return at - (bytes[at - 2] === 0x0d ? 2 : 1);
}

function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  if (encoding.includes("base64")) {
    return Buffer.from(
      Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1"),
      "base64",
    );
  }
  return encoding.includes("quoted-printable") ? decodeQuotedPrintable(body) : body;
}

/** All parts below this one, and itself, in their order. */
export function* walkParts(part: Part): Generator<Part> {
  yield part;
  for (const child of part.children) yield* walkParts(child);
}
