import { strToU8, zipSync } from "fflate";

const office = "application/vnd.openxmlformats-officedocument";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relationship; `type` is the last part of its URI. */
export function relationship(type: string, target: string, mode = "External"): string {
  return `<Relationship Id="rId1" Type="${relationships}/${type}" Target="${target}" TargetMode="${mode}"/>`;
}

/** The relationships of a part. */
export function relationshipList(...lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join("")}</Relationships>`;
}

/** The content types of a Word file, with further entries. */
export function contentTypeList(...lines: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${office}.wordprocessingml.document.main+xml"/>${lines.join("")}</Types>`;
}

/** A small file as Word writes it, with parts added or replaced. */
export function wordFile(parts: Readonly<Record<string, string | Uint8Array>> = {}): Buffer {
  const all = {
    "[Content_Types].xml": contentTypeList(),
    "_rels/.rels": relationshipList(
      relationship("officeDocument", "word/document.xml", "Internal"),
    ),
    "word/document.xml": "<w:document><w:body><w:p>Ada Lovelace</w:p></w:body></w:document>",
    "word/_rels/document.xml.rels": relationshipList(
      relationship("hyperlink", "https://example.com/ada"),
    ),
    ...parts,
  };
  return zipOf(all);
}

/** A zip file of parts. */
export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const bytes = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === "string" ? strToU8(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}
