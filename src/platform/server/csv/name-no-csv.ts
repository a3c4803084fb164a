/** Names of parts of a workbook within a zip file. */
const excelPart = "xl/workbook";
const numbersPart = ".iwa";

/**
 * What a file is that is no CSV, and how to save it as one; undefined for what may be one. Looks at
 * content, since names and media types vary.
 */
export function nameNoCsv(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  if (start.startsWith("PK\u0003\u0004")) return nameZip(bytes);
  if (start === "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1") {
    return "This is an Excel workbook (.xls). In Excel, choose File, Save As, CSV UTF-8, and use that file.";
  }
  if (start.startsWith("%PDF-"))
    return "This is a PDF. Save the list as CSV in the program it is from.";
  if (start.startsWith("\u001f\u008b")) return "This file is compressed. Unpack it first.";
  return undefined;
}

function nameZip(bytes: Uint8Array): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes(excelPart)) {
    return "This is an Excel workbook (.xlsx). In Excel, choose File, Save As, CSV UTF-8, and use that file.";
  }
  if (all.includes(numbersPart)) {
    return "This is a Numbers spreadsheet. In Numbers, choose File, Export To, CSV, and use that file.";
  }
  if (all.includes("META-INF/manifest.xml")) {
    return "This is a LibreOffice spreadsheet (.ods). Choose File, Save As, Text CSV, and use that file.";
  }
  return "This is a zip file. Unpack it, and use the CSV file in it.";
}
