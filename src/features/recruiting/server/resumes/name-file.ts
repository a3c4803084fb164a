import type { ResumeRejection } from "./resume-rejections.ts";

/** Files other than zip by their first bytes. */
const starts: readonly (readonly [RegExp, ResumeRejection])[] = [
  [/^\{\\rtf/, "rtf"],
  [/^RIFF[\s\S]{4}WEBP/, "webp"],
  [/^GIF8[79]a/, "gif"],
  [/^BM[\s\S]{12}[(|]\0\0\0/, "bmp"],
  [/^(?:II\*\0|MM\0\*)/, "tiff"],
  [/^[\s\S]{4}ftyp(?:avif|avis)/, "avif"],
  [/^[\s\S]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/, "heic"],
  [/^\s{0,99}(?:<\?xml[^>]{0,200}>\s{0,99})?<(?:!doctype html|html|head|body)\b/i, "web"],
  [/^\[InternetShortcut\]|^bplist00[\s\S]{0,40}URL/i, "link"],
  [/^(?:Return-Path|Received|Delivered-To|MIME-Version|From|Date|Subject): /i, "email"],
];

const oldOffice = "d0cf11e0a1b11ae1";

/** What a file is that is no accepted one, by its content. */
export function nameFile(bytes: Buffer): ResumeRejection {
  if (bytes.length === 0) return "empty";
  if (bytes.toString("hex", 0, 8) === oldOffice) return nameOldOffice(bytes);
  const start = bytes.toString("latin1", 0, 512).replace(/^\u00ef\u00bb\u00bf/, "");
  const found = starts.find(([pattern]) => pattern.test(start));
  if (found) return found[1];
  return isText(bytes) ? "text" : "unknown";
}

/** A file of Office 97 to 2003, or a newer one with a password, by the names of its streams. */
function nameOldOffice(bytes: Buffer): ResumeRejection {
  const has = (name: string) => bytes.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) return "password";
  if (has("WordDocument")) return "doc";
  if (has("Workbook")) return "workbook";
  if (has("PowerPoint Document")) return "slides";
  return has("__substg1.0_") ? "email" : "office";
}

/** What a zip file is, by the names of its parts. */
export function nameZip(bytes: Buffer, names: readonly string[]): ResumeRejection {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (names.length === 0)
    return /word\/|\[Content_Types\]\.xml/.test(bytes.toString("latin1")) ? "word-cut-off" : "zip";
  if (has(/\.iwa$|^index\.apxl|^index\.xml(?:\.gz)?$/i)) {
    return has(/numbers|tables\//i) && !has(/document\.iwa$/i) ? "workbook" : "pages";
  }
  if (has(/^xl\//i)) return "workbook";
  if (has(/^ppt\//i)) return "slides";
  // The media type of an OpenDocument file comes first, and is not packed.
  const start = bytes.toString("latin1", 0, 200);
  const [, kind] = /application\/vnd\.oasis\.opendocument\.(\w+)/.exec(start) ?? [];
  if (kind === "spreadsheet") return "workbook";
  if (kind === "presentation") return "slides";
  if (kind !== undefined || has(/^content\.xml$/)) return "odt";
  return has(/^word\//i) ? "word-damaged" : "zip";
}

function isText(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096);
  const isUtf16 = /^(?:fffe|feff)$/.test(start.toString("hex", 0, 2));
  return isUtf16 || !start.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));
}
