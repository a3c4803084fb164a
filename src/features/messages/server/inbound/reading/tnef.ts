import { pipeline } from "node:stream/promises";
import { decompressRTF } from "@kenjiuno/decompressrtf";
import iconv from "iconv-lite";
import { deEncapsulateSync, Tokenize } from "rtf-stream-parser";
import { ToPlainText } from "rtf-stream-parser/dist/src/ToPlainText.js";
import type { AttachedFile } from "../inbound-email.ts";
import { decodeText } from "./charset.ts";
import { htmlToText } from "./html.ts";

/** Bytes of RTF that are read. */
const maxBytes = 2_000_000;
const options = { decode: iconv.decode, warn: () => undefined };

/** The text of compressed RTF, as Outlook sends it ([MS-OXRTFCP], [MS-OXRTFEX]). */
async function readCompressedRtf(bytes: Uint8Array): Promise<string> {
  // The size that it will have is in its head.
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (bytes.length > maxBytes || size > maxBytes) return "";
  return readRtf(Buffer.from(decompressRTF([...bytes])));
}

async function readRtf(rtf: Buffer): Promise<string> {
  const head = rtf.toString("latin1", 0, 1000);
  if (head.includes("\\fromhtml")) {
    return htmlToText(String(deEncapsulateSync(rtf, { ...options, mode: "html" }).text)).text;
  }
  if (head.includes("\\fromtext")) {
    return String(deEncapsulateSync(rtf, { ...options, mode: "text" }).text);
  }
  const pieces: string[] = [];
  const plain = new ToPlainText(options);
  await pipeline([rtf], new Tokenize(), plain, async (source) => {
    for await (const piece of source) pieces.push(String(piece));
  });
  return pieces.join("");
}

/** Reads little-endian values one after the other. */
class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#position;
  }

  /** @throws RangeError beyond the end */
  u8(): number {
    return this.take(1).readUInt8();
  }

  /** @throws RangeError beyond the end */
  u16(): number {
    return this.take(2).readUInt16LE();
  }

  /** @throws RangeError beyond the end */
  u32(): number {
    return this.take(4).readUInt32LE();
  }

  /** @throws RangeError beyond the end */
  take(length: number): Buffer {
    if (length > this.left) throw new RangeError(`${length} bytes of ${this.left}`);
    this.#position += length;
    return this.#bytes.subarray(this.#position - length, this.#position);
  }
}

/** Values of the properties that are text or bytes, by ID ([MS-OXPROPS]). */
type MapiProperties = ReadonlyMap<number, { readonly type: number; readonly value: Buffer }>;

const maxProperties = 5000;
/** Sizes of values of a fixed size, by type; each occupies a multiple of four. */
const sizes: Readonly<Record<number, number>> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
/** Types of a size of their own: strings, objects and bytes. */
const sized = new Set([0x0d, 0x1e, 0x1f, 0x102]);
/** Type of text in UTF-16. */
const unicodeType = 0x1f;

/** Reads properties as TNEF encapsulates them ([MS-OXTNEF], 2.1.3.4), up to what is none. */
function readMapi(bytes: Uint8Array): MapiProperties {
  const found = new Map<number, { type: number; value: Buffer }>();
  const reader = new ByteReader(bytes);
  try {
    const count = Math.min(reader.u32(), maxProperties);
    for (let index = 0; index < count; index += 1) {
      const type = reader.u16();
      const id = reader.u16();
      if (id >= 0x8000) skipName(reader);
      const base = type & 0xfff;
      const isMultiple = (type & 0x1000) !== 0;
      const values = isMultiple || sized.has(base) ? reader.u32() : 1;
      for (let value = 0; value < Math.min(values, maxProperties); value += 1) {
        const length = sized.has(base) ? reader.u32() : (sizes[base] ?? Number.NaN);
        if (Number.isNaN(length)) return found;
        const content = reader.take(length);
        reader.take(Math.min(reader.left, (4 - (length % 4)) % 4));
        if (!found.has(id)) found.set(id, { type: base, value: content });
      }
    }
  } catch {
    // Cut off: what was read counts.
  }
  return found;
}

function skipName(reader: ByteReader): void {
  reader.take(16);
  const isText = reader.u32() === 1;
  const length = reader.u32();
  if (isText) reader.take(length + ((4 - (length % 4)) % 4));
}

export interface Tnef {
  /** "" without readable text. */
  readonly text: string;
  readonly attachments: readonly AttachedFile[];
}

const signature = 0x223e9f78;
const maxAttributes = 2000;

/** Attributes ([MS-OXTNEF], 2.1.3.2), by their number without their type. */
const attribute = {
  codePage: 0x9007,
  body: 0x800c,
  properties: 0x9003,
  attachmentStart: 0x9002,
  attachmentTitle: 0x8010,
  attachmentData: 0x800f,
  attachmentProperties: 0x9005,
};
/** Properties ([MS-OXPROPS]), by ID. */
const property = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  internetCodePage: 0x3fde,
  data: 0x3701,
  name: 0x3704,
  longName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
};

interface OpenAttachment {
  name: string;
  mimeType: string;
  content: Uint8Array | undefined;
  isInline: boolean;
}

/** Reads Outlook's format for rich text; what is cut off or wrong ends it. */
export async function readTnef(bytes: Uint8Array): Promise<Tnef> {
  let codePage = "windows-1252";
  let body: Buffer | undefined;
  let properties: MapiProperties = new Map();
  const attachments: OpenAttachment[] = [];
  for (const { id, data } of readAttributes(bytes)) {
    const open = attachments.at(-1);
    if (id === attribute.codePage && data.length >= 4) codePage = nameOf(data.readUInt32LE());
    else if (id === attribute.body) body ??= data;
    else if (id === attribute.properties) properties = readMapi(data);
    else if (id === attribute.attachmentStart) {
      attachments.push({ name: "", mimeType: "", content: undefined, isInline: false });
    } else if (open && id === attribute.attachmentTitle) open.name ||= textOf(data, codePage);
    else if (open && id === attribute.attachmentData) open.content = data;
    else if (open && id === attribute.attachmentProperties)
      describe(open, readMapi(data), codePage);
  }
  const text = body ? textOf(body, codePage).trim() : "";
  return {
    text: text || (await readProperties(properties, codePage)),
    attachments: attachments
      .filter(({ isInline }) => !isInline)
      .flatMap(({ name, mimeType, content }) =>
        content?.length ? { name, mimeType, size: content.length, content } : [],
      ),
  };
}

function* readAttributes(bytes: Uint8Array): Generator<{ id: number; data: Buffer }> {
  const reader = new ByteReader(bytes);
  try {
    if (reader.u32() !== signature) return;
    reader.u16();
    for (let count = 0; count < maxAttributes && reader.left > 0; count += 1) {
      reader.u8();
      const id = reader.u32() & 0xffff;
      const data = reader.take(reader.u32());
      reader.take(Math.min(2, reader.left));
      yield { id, data };
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

async function readProperties(properties: MapiProperties, codePage: string): Promise<string> {
  const plain = properties.get(property.body);
  const text = plain ? textIn(plain, codePage).trim() : "";
  if (text !== "") return text;
  const html = properties.get(property.html);
  const number = properties.get(property.internetCodePage)?.value;
  const charset = number && number.length >= 4 ? nameOf(number.readUInt32LE()) : codePage;
  if (html) return htmlToText(textIn(html, charset)).text.trim();
  const rtf = properties.get(property.rtf)?.value;
  return rtf ? (await readCompressedRtf(rtf).catch(() => "")).trim() : "";
}

function describe(open: OpenAttachment, properties: MapiProperties, codePage: string): void {
  const read = (id: number) => {
    const found = properties.get(id);
    return found ? textIn(found, codePage) : "";
  };
  open.name = read(property.longName) || open.name || read(property.name);
  open.mimeType = read(property.mimeType) || open.mimeType;
  if (!open.content?.length) open.content = properties.get(property.data)?.value;
  open.isInline = open.mimeType.startsWith("image/") && read(property.contentId) !== "";
}

function textIn({ type, value }: { type: number; value: Buffer }, codePage: string): string {
  return type === unicodeType ? withoutEnd(value.toString("utf16le")) : textOf(value, codePage);
}

function textOf(bytes: Buffer, codePage: string): string {
  return withoutEnd(decodeText(bytes, codePage));
}

function withoutEnd(text: string): string {
  const end = text.indexOf("\0");
  return end === -1 ? text : text.slice(0, end);
}

function nameOf(codePage: number): string {
  if (codePage === 65001) return "utf-8";
  return codePage === 28591 || codePage === 20127 ? "windows-1252" : `cp${codePage}`;
}
