import { strToU8, zipSync } from "fflate";

const office = "application/vnd.openxmlformats-officedocument";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relationship; `type` is the last part of its URI. */
export function relationship(type: string, target: string, mode = "External"): string {
  return `<Relationship Id="rId1" Type="${relationships}/${type}" Target="${target}" TargetMode="${mode}"/>`;
}

export function relationshipList(...lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`;
}

export function contentTypeList(...lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${office}.wordprocessingml.document.main+xml"/>${lines.join("")}</Types>`;
}

type Parts = Readonly<Record<string, string | Uint8Array>>;

export function wordParts(): Record<string, string | Uint8Array> {
  return {
    "[Content_Types].xml": contentTypeList(),
    "_rels/.rels": relationshipList(
      relationship("officeDocument", "word/document.xml", "Internal"),
    ),
    "word/document.xml": "<w:document><w:body><w:p>Ada Lovelace</w:p></w:body></w:document>",
    "word/_rels/document.xml.rels": relationshipList(
      relationship("hyperlink", "https://example.com/ada"),
    ),
  };
}

/** A small file as Word writes it, with parts added or replaced. */
export function wordFile(parts: Parts = {}): Buffer {
  return zipOf({ ...wordParts(), ...parts });
}

export function zipOf(parts: Parts): Buffer {
  const bytes = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === "string" ? strToU8(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}

/** The archive with the mark of encryption at every entry. */
export function encrypted(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  for (
    let at = bytes.indexOf("PK\u0001\u0002");
    at !== -1;
    at = bytes.indexOf("PK\u0001\u0002", at + 4)
  ) {
    bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8);
  }
  return bytes;
}

/**
 * A zip file as programs write it that do not know sizes before: entries for folders, data
 * descriptors, and all sizes and offsets in extra fields and records of zip64.
 */
export function zip64Of(parts: Parts): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  const all = { "word/": "", ...parts };
  for (const [name, part] of Object.entries(all)) {
    const data = Buffer.from(part);
    const extra = Buffer.alloc(9, 0);
    extra.writeUInt16LE(0x5455, 0);
    extra.writeUInt16LE(5, 2);
    const local = Buffer.alloc(30);
    local.write("PK\u0003\u0004", "latin1");
    local.writeUInt16LE(45, 4);
    local.writeUInt16LE(8, 6);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const descriptor = Buffer.alloc(24);
    descriptor.write("PK\u0007\u0008", "latin1");
    descriptor.writeBigUInt64LE(BigInt(data.length), 8);
    descriptor.writeBigUInt64LE(BigInt(data.length), 16);
    const entry = Buffer.alloc(46);
    entry.write("PK\u0001\u0002", "latin1");
    entry.writeUInt16LE(8, 8);
    entry.fill(0xff, 20, 28);
    entry.writeUInt16LE(name.length, 28);
    const large = Buffer.alloc(28);
    large.writeUInt16LE(1, 0);
    large.writeUInt16LE(24, 2);
    large.writeBigUInt64LE(BigInt(data.length), 4);
    large.writeBigUInt64LE(BigInt(data.length), 12);
    large.writeBigUInt64LE(BigInt(offset), 20);
    entry.writeUInt16LE(extra.length + large.length, 30);
    entry.fill(0xff, 42, 46);
    directory.push(entry, Buffer.from(name), extra, large);
    const written = Buffer.concat([local, Buffer.from(name), extra, data, descriptor]);
    pieces.push(written);
    offset += written.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(all).length;
  const end64 = Buffer.alloc(56);
  end64.write("PK\u0006\u0006", "latin1");
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(list.length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\u0006\u0007", "latin1");
  locator.writeBigUInt64LE(BigInt(offset + list.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write("PK\u0005\u0006", "latin1");
  end.fill(0, 4, 8);
  end.fill(0, 20, 22);
  return Buffer.concat([...pieces, list, end64, locator, end]);
}
