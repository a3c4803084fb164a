import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

/* Sizes and signatures of the records in a zip file (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
const localHeader = { signature: 0x04034b50, bytes: 30 };
const directoryEntry = { signature: 0x02014b50, bytes: 46 };
const directoryEnd = { signature: 0x06054b50, bytes: 22 };
const maxCommentBytes = 0xffff;
const encryptedFlag = 1;
const stored = 0;
const deflated = 8;

/** An entry of an archive's central directory. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** Compressed size, in bytes. */
  readonly packedBytes: number;
  /** Offset of its local header. */
  readonly offset: number;
}

/**
 * Lists the entries of a zip file without unpacking them.
 * @throws Error if it is damaged, encrypted or larger than plain zip allows (zip64), if it has more
 * than `maxEntries` entries, or two with the same name, since readers differ on which counts
 */
export function listZipEntries(zip: Buffer, maxEntries: number): ZipEntry[] {
  const end = findDirectoryEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > maxEntries) throw new Error("too many parts");
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== directoryEntry.signature) throw new Error("no directory entry");
    if (zip.readUInt16LE(at + 8) & encryptedFlag) throw new Error("encrypted");
    const nameEnd = at + directoryEntry.bytes + zip.readUInt16LE(at + 28);
    if (nameEnd > end) throw new Error("a name beyond the directory");
    const name = zip.toString("utf8", at + directoryEntry.bytes, nameEnd);
    // Word ignores case in names of parts (ECMA-376-2, 6.2.2.3).
    if (names.has(name.toLowerCase())) throw new Error("two parts of one name");
    names.add(name.toLowerCase());
    entries.push({
      name,
      method: zip.readUInt16LE(at + 10),
      packedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at > end) throw new Error("a directory beyond its end");
  return entries;
}

function findDirectoryEnd(zip: Buffer): number {
  const last = zip.length - directoryEnd.bytes;
  for (let at = last; at >= Math.max(0, last - maxCommentBytes); at -= 1) {
    if (zip.readUInt32LE(at) !== directoryEnd.signature) continue;
    if (zip.readUInt16LE(at + 20) === last - at) return at;
  }
  throw new Error("not a zip file");
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
  if (zip.readUInt32LE(offset) !== localHeader.signature) throw new Error("no local header");
  const nameEnd = offset + localHeader.bytes + zip.readUInt16LE(offset + 26);
  // Header and directory must agree, or readers would unpack different entries.
  if (zip.toString("utf8", offset + localHeader.bytes, nameEnd) !== name) {
    throw new Error("two names for one part");
  }
  const start = nameEnd + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error("a part beyond the end");
  if (method === deflated) return inflate(packed, { maxOutputLength: maxBytes });
  if (method !== stored || packedBytes > maxBytes) throw new Error("cannot be unpacked");
  return packed;
}
