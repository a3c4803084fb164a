import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

/* Sizes and signatures of the records in a zip file (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
const localHeader = { signature: 0x04034b50, bytes: 30 };
const directoryEntry = { signature: 0x02014b50, bytes: 46 };
const directoryEnd = { signature: 0x06054b50, bytes: 22 };
const maxCommentBytes = 0xffff;
/* Zip64, which some programs write for small files too (4.3.14, 4.3.15, 4.5.3). */
const zip64End = { signature: 0x06064b50 };
const zip64Locator = { signature: 0x07064b50, bytes: 20 };
const zip64Extra = 0x0001;
/** A field with this value has its real value in a record of zip64. */
const elsewhere = 0xffffffff;
const encryptedFlag = 1;
const stored = 0;
const deflated = 8;

/** A file that is no zip, or a zip that cannot be read. */
export class ZipError extends Error {
  override name = "ZipError";
  readonly reason: "damaged" | "encrypted";

  constructor(message: string, reason: "damaged" | "encrypted" = "damaged") {
    super(message);
    this.reason = reason;
  }
}

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** Compressed size, in bytes. */
  readonly packedBytes: number;
  readonly offset: number;
}

/**
 * Lists the entries of a zip file without unpacking them.
 * @throws ZipError if it is damaged or encrypted, if it has more than `maxEntries` entries, or two
 * with the same name, since readers differ on which counts
 */
export function listZipEntries(zip: Buffer, maxEntries: number): ZipEntry[] {
  try {
    return readDirectory(zip, maxEntries);
  } catch (error) {
    // Offsets beyond the file's end.
    if (error instanceof RangeError) throw new ZipError("a record beyond the end");
    throw error;
  }
}

function readDirectory(zip: Buffer, maxEntries: number): ZipEntry[] {
  const { count, offset, end } = findDirectory(zip);
  if (count > maxEntries) throw new ZipError("too many parts");
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = offset;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== directoryEntry.signature) throw new ZipError("no directory entry");
    if (zip.readUInt16LE(at + 8) & encryptedFlag) throw new ZipError("encrypted", "encrypted");
    const nameEnd = at + directoryEntry.bytes + zip.readUInt16LE(at + 28);
    if (nameEnd > end) throw new ZipError("a name beyond the directory");
    const name = zip.toString("utf8", at + directoryEntry.bytes, nameEnd);
    // Word ignores case in names of parts (ECMA-376-2, 6.2.2.3).
    if (names.has(name.toLowerCase())) throw new ZipError("two parts of one name");
    names.add(name.toLowerCase());
    const extraEnd = nameEnd + zip.readUInt16LE(at + 30);
    const large = readZip64(zip, at, nameEnd, Math.min(extraEnd, end));
    entries.push({ name, method: zip.readUInt16LE(at + 10), ...large });
    at = extraEnd + zip.readUInt16LE(at + 32);
  }
  if (at > end) throw new ZipError("a directory beyond its end");
  return entries;
}

/** Size and offset of an entry, which zip64 puts into an extra field if they are large (4.5.3). */
function readZip64(
  zip: Buffer,
  entry: number,
  from: number,
  to: number,
): Pick<ZipEntry, "packedBytes" | "offset"> {
  const unpackedBytes = zip.readUInt32LE(entry + 24);
  let packedBytes = zip.readUInt32LE(entry + 20);
  let offset = zip.readUInt32LE(entry + 42);
  for (let at = from; at + 4 <= to; at += 4 + zip.readUInt16LE(at + 2)) {
    if (zip.readUInt16LE(at) !== zip64Extra) continue;
    // Only the fields that say so are here, in this order.
    let value = at + 4;
    const next = () => {
      value += 8;
      return Number(zip.readBigUInt64LE(value - 8));
    };
    if (unpackedBytes === elsewhere) next();
    if (packedBytes === elsewhere) packedBytes = next();
    if (offset === elsewhere) offset = next();
    break;
  }
  return { packedBytes, offset };
}

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly end: number;
}

function findDirectory(zip: Buffer): Directory {
  const end = findDirectoryEnd(zip);
  const locator = end - zip64Locator.bytes;
  if (locator >= 0 && zip.readUInt32LE(locator) === zip64Locator.signature) {
    const large = Number(zip.readBigUInt64LE(locator + 8));
    if (zip.readUInt32LE(large) !== zip64End.signature) throw new ZipError("no zip64 directory");
    const count = Number(zip.readBigUInt64LE(large + 32));
    return { count, offset: Number(zip.readBigUInt64LE(large + 48)), end };
  }
  return { count: zip.readUInt16LE(end + 10), offset: zip.readUInt32LE(end + 16), end };
}

function findDirectoryEnd(zip: Buffer): number {
  const last = zip.length - directoryEnd.bytes;
  for (let at = last; at >= Math.max(0, last - maxCommentBytes); at -= 1) {
    if (zip.readUInt32LE(at) !== directoryEnd.signature) continue;
    if (zip.readUInt16LE(at + 20) === last - at) return at;
  }
  throw new ZipError("not a zip file");
}

/**
 * Unpacks one entry.
 * @param maxBytes maximum unpacked size; unpacking a larger entry stops there with an error
 */
export async function readZipEntry(
  zip: Buffer,
  { name, method, packedBytes, offset }: ZipEntry,
  maxBytes: number,
): Promise<Buffer> {
  if (zip.readUInt32LE(offset) !== localHeader.signature) throw new ZipError("no local header");
  const nameEnd = offset + localHeader.bytes + zip.readUInt16LE(offset + 26);
  // Header and directory must agree, or readers would unpack different entries.
  if (zip.toString("utf8", offset + localHeader.bytes, nameEnd) !== name) {
    throw new ZipError("two names for one part");
  }
  const start = nameEnd + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new ZipError("a part beyond the end");
  if (method === deflated) return inflate(packed, { maxOutputLength: maxBytes });
  if (method !== stored || packedBytes > maxBytes) throw new ZipError("cannot be unpacked");
  return packed;
}
