import { deflateSync } from "node:zlib";

/** A PDF of one page with "Grace Okafor" on it. */
export function pdfFile(catalog = "", ...objects: readonly (string | Buffer)[]): Buffer {
  const all = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n`,
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>endobj\n",
    streamObject(4, "", "BT /F1 18 Tf 72 720 Td (Grace Okafor, HTML /JavaScript) Tj ET"),
    ...objects,
    "trailer<</Root 1 0 R/Size 9>>\nstartxref\n0\n%%EOF\n",
  ];
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...all.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  ]);
}

export function streamObject(number: number, entries: string, data: string | Buffer): Buffer {
  const bytes = Buffer.from(data);
  return Buffer.concat([
    Buffer.from(`${number} 0 obj<</Length ${bytes.length}${entries}>>stream\r\n`, "latin1"),
    bytes,
    Buffer.from("\nendstream endobj\n"),
  ]);
}

export function objectStream(...objects: readonly string[]): Buffer {
  return streamObject(
    8,
    `/Type/ObjStm/N ${objects.length}/First ${headOf(objects).length}/Filter/FlateDecode`,
    deflateSync(Buffer.from(headOf(objects) + objects.join(" "), "latin1")),
  );
}

function headOf(objects: readonly string[]): string {
  let offset = 0;
  const pairs = objects.map((one, index) => {
    const pair = `${10 + index} ${offset}`;
    offset += one.length + 1;
    return pair;
  });
  return `${pairs.join(" ")} `;
}

/** The start of a file of Office 97 to 2003, which also holds newer ones with a password. */
export function oldOffice(...streams: readonly string[]): Buffer {
  return Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(1016),
    ...streams.map((name) => Buffer.concat([Buffer.from(name, "utf16le"), Buffer.alloc(64)])),
  ]);
}
