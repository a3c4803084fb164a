import { inflateSync, constants as zlib } from "node:zlib";
import { isPdfEnd, isPdfSpace, readPdfTokens } from "./pdf-tokens.ts";

export type PdfKind = "plain" | "cut-off" | "active" | "password" | "unchecked";

/** Readers take the header within the first kilobyte (ISO 32000-1, annex H.3.4.1). */
const headerWithin = 1024;
/** Object streams of one file, unpacked; those of a book take 10 MB. */
const maxUnpackedBytes = 32 * 1024 * 1024;
/** Objects of one file that are not packed; a book has 50,000. */
const maxObjects = 250_000;
/** Each holds about a hundred objects. */
const maxObjectStreams = 5000;

/**
 * Names that only programs, attached files, and actions that start or send something have. `JS` has
 * one of these actions around it; links, forms without scripts and jumps within the file have none.
 */
const activeNames: ReadonlySet<string> = new Set([
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "FileAttachment",
  "GoToE",
  "ImportData",
  "Rendition",
  "RichMedia",
  "XFA",
]);

/** Whether bytes are a PDF, maybe after what a printer or a website put before it. */
export function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, headerWithin + 5).includes("%PDF-");
}

/**
 * Inspects a PDF for what could run when it is opened: scripts, programs, attached files. Bytes
 * before the header and after the end do not matter. Reads every object that a reader could find, also
 * those in object streams and in the data of other streams, each byte a bounded number of times.
 */
export function inspectPdf(bytes: Buffer): PdfKind {
  const end = bytes.lastIndexOf("%%EOF");
  if (end === -1) return "cut-off";
  const scan = new PdfScan(bytes);
  let count = 0;
  for (const part of findParts(bytes)) {
    count += 1;
    if (count > maxObjects) return "unchecked";
    // Objects after the last end: the file, or a later version of it, did not arrive completely.
    if (part.isObject && part.from > end) return "cut-off";
    scan.read(part);
    if (scan.isActive) return "active";
  }
  if (scan.isEncrypted) return "password";
  return scan.isUnchecked ? "unchecked" : "plain";
}

/** A part of the file that a reader may read on its own: from a word to the next. */
interface Part {
  readonly from: number;
  readonly to: number;
  readonly isObject: boolean;
}

/**
 * Parts begin after "12 0 obj", wherever it is, "trailer" and "endstream". Each byte is in at most
 * one part, so that reading all takes linear time.
 */
function* findParts(bytes: Buffer): Generator<Part> {
  let last: Omit<Part, "to"> | undefined;
  for (const { at, word } of findWords(bytes)) {
    const before = word === "obj" ? readBefore(bytes, at) : "other";
    if (before === "none") continue;
    if (last) yield { ...last, to: at };
    last = { from: at + word.length, isObject: before === "number" };
  }
  if (last) yield { ...last, to: bytes.length };
}

const words = ["obj", "trailer", "endstream"] as const;

/** All places of the words, in the file's order. */
function* findWords(bytes: Buffer): Generator<{ readonly at: number; readonly word: string }> {
  const places = words.map((word) => ({ word, at: bytes.indexOf(word) }));
  for (;;) {
    const found = places.filter(({ at }) => at !== -1);
    const [first] = found.toSorted((one, other) => one.at - other.at);
    if (!first) return;
    yield { ...first };
    first.at = bytes.indexOf(first.word, first.at + first.word.length);
  }
}

/** What is before "obj": a number, as in "12 0 obj", the begin of a line, or none of these. */
function readBefore(bytes: Buffer, at: number): "number" | "line" | "none" {
  if (!isPdfEnd(bytes[at + 3])) return "none";
  let before = at - 1;
  let isLine = false;
  while (before >= 0 && isPdfSpace(bytes[before])) {
    isLine ||= bytes[before] === 0x0a || bytes[before] === 0x0d;
    before -= 1;
  }
  const char = bytes[before] ?? 0;
  if (char >= 0x30 && char <= 0x39) return "number";
  // A comment may be between the number and the word.
  return isLine ? "line" : "none";
}

/** Names of filters, also short ones (ISO 32000-1, 7.4). */
const filter = /Decode$|^(?:AHx|A85|LZW|Fl|RL|CCF|DCT|Crypt|Predictor)$/;

class PdfScan {
  isActive = false;
  isEncrypted = false;
  isUnchecked = false;
  readonly #bytes: Buffer;
  #left = maxUnpackedBytes;
  #streams = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read({ from, to }: Part): void {
    const names = new Set<string>();
    let last = "";
    let first: number | undefined;
    for (const { kind, text, end } of readPdfTokens(this.#bytes, from, to)) {
      if (text === "stream" && kind === "word") {
        // Only these streams hold objects: a reader needs both entries to find them.
        const holdsObjects = names.has("ObjStm") || (names.has("First") && names.has("N"));
        if (holdsObjects) this.#readObjects(names, first, end, to);
        return;
      }
      if (kind === "word" && last === "First" && /^\d{1,9}$/.test(text)) first = Number(text);
      last = kind === "name" ? text : "";
      if (kind === "name") names.add(text);
      if (kind === "name") this.#note(text);
    }
  }

  #note(name: string): void {
    if (activeNames.has(name)) this.isActive = true;
    else if (name === "Encrypt") this.isEncrypted = true;
  }

  /** @param end where the word "stream" ends; the data begin on the next line */
  #readObjects(names: ReadonlySet<string>, first: number | undefined, end: number, to: number) {
    if (this.isUnchecked) return;
    let at = end;
    while (this.#bytes[at] === 0x20) at += 1;
    if (this.#bytes[at] === 0x0d) at += 1;
    if (this.#bytes[at] === 0x0a) at += 1;
    try {
      this.#streams += 1;
      if (this.#streams > maxObjectStreams) throw new Error("too many");
      if (first === undefined) throw new Error("no offset");
      const unpacked = this.#unpack(names, at, to);
      this.#left -= unpacked.length;
      for (const [from, until] of listObjects(unpacked, first)) {
        for (const { kind, text } of readPdfTokens(unpacked, from, until)) {
          if (kind === "name") this.#note(text);
        }
      }
    } catch {
      // Encrypted, damaged, packed in a way that no program uses, or larger than a book's.
      this.isUnchecked = true;
    }
  }

  #unpack(names: ReadonlySet<string>, at: number, to: number): Buffer {
    const filters = [...names].filter((name) => filter.test(name));
    if (this.#left <= 0) throw new Error("too long");
    if (filters.length === 0 && !names.has("Filter") && !names.has("F")) {
      if (to - at > this.#left) throw new Error("too long");
      return this.#bytes.subarray(at, to);
    }
    if (filters.length !== 1 || !/^(?:FlateDecode|Fl)$/.test(filters[0] ?? "")) {
      throw new Error("an unusual filter");
    }
    return inflateSync(this.#bytes.subarray(at), {
      maxOutputLength: this.#left,
      finishFlush: zlib.Z_SYNC_FLUSH,
    });
  }
}

/**
 * Objects of an object stream, which begins with their numbers and offsets (ISO 32000-1, 7.5.7).
 * Each is read from its offset up to the next, so that none can hide in a string of another.
 * @param first where the offsets count from
 */
function* listObjects(unpacked: Buffer, first: number): Generator<readonly [number, number]> {
  const offsets = new Set([first]);
  let count = 0;
  for (const { kind, text } of readPdfTokens(unpacked, 0, Math.min(first, unpacked.length))) {
    if (kind !== "word" || !/^\d{1,10}$/.test(text)) break;
    count += 1;
    if (count % 2 === 0) offsets.add(first + Number(text));
  }
  const sorted = [...offsets].filter((at) => at <= unpacked.length).toSorted((a, b) => a - b);
  for (const [index, from] of sorted.entries()) {
    yield [from, sorted[index + 1] ?? unpacked.length];
  }
}
