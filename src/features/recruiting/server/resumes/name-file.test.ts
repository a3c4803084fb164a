import sharp from "sharp";
import { expect, test } from "vitest";
import { oldOffice, pdfFile } from "../../../../../tests/support/pdf-files.ts";
import { wordFile, wordParts, zipOf } from "../../../../../tests/support/word-files.ts";
import { inspectResume } from "./inspect-resume.ts";

const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } });
const heic = (brand: string) => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1heic`, "latin1");
const odt = { mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<x/>" };

const refused: readonly (readonly [string, () => Buffer | Promise<Buffer>, string])[] = [
  ["nothing", () => Buffer.alloc(0), "empty"],
  ["a Word file of 2003", () => oldOffice("WordDocument"), "doc"],
  [
    "a Word file with a password",
    () => oldOffice("EncryptionInfo", "EncryptedPackage"),
    "password",
  ],
  ["an old workbook", () => oldOffice("Workbook"), "workbook"],
  ["an Outlook message", () => oldOffice("__substg1.0_0037001F"), "email"],
  ["an RTF file", () => Buffer.from("{\\rtf1\\ansi Grace}"), "rtf"],
  ["an OpenDocument text", () => zipOf(odt), "odt"],
  ["a Pages file", () => zipOf({ "Index/Document.iwa": "x", "preview.jpg": "x" }), "pages"],
  [
    "a workbook",
    () => zipOf({ "[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>" }),
    "workbook",
  ],
  ["a presentation", () => zipOf({ "ppt/presentation.xml": "<x/>" }), "slides"],
  ["a zip file", () => zipOf({ "resume.pdf": pdfFile() }), "zip"],
  ["half a Word file", () => wordFile().subarray(0, 500), "word-cut-off"],
  [
    "a Word file without its list",
    () => zipOf({ ...wordParts(), "_rels/.rels": "" }),
    "word-damaged",
  ],
  ["a web page", () => Buffer.from("\n<!DOCTYPE html><html><body>Grace</body></html>"), "web"],
  ["a text", () => Buffer.from("Grace Okafor\r\nCaregiver, Łódź\r\n"), "text"],
  ["a text of Notepad", () => Buffer.from("\uFEFFGrace Okafor", "utf16le"), "text"],
  ["an email", () => Buffer.from("MIME-Version: 1.0\r\nFrom: g@example.com\r\n\r\nHello"), "email"],
  ["a link", () => Buffer.from("[InternetShortcut]\r\nURL=https://a.example/cv"), "link"],
  ["an iPhone's picture", () => heic("heic"), "heic"],
  ["an iPhone's moving picture", () => heic("hevc"), "heic"],
  ["a WebP", () => picture.clone().webp().toBuffer(), "webp"],
  ["an AVIF", () => picture.clone().avif().toBuffer(), "avif"],
  ["a GIF", () => picture.clone().gif().toBuffer(), "gif"],
  ["a TIFF", () => picture.clone().tiff().toBuffer(), "tiff"],
  ["a program", () => Buffer.from("MZ\u0090\0\u0003\0\0\0", "latin1"), "unknown"],
];

test.each(refused)("%s is named", async (_what, make, refusal) => {
  expect(await inspectResume(await make())).toEqual({ refused: refusal });
});

test.each([
  ["a Word file", wordFile(), "docx"],
  ["a PDF", pdfFile(), "pdf"],
  ["a web page with a PDF in it", Buffer.concat([Buffer.from("<html>"), pdfFile()]), "pdf"],
])("%s is accepted, whatever its name", async (_what, bytes, accepted) => {
  expect(await inspectResume(bytes)).toEqual({ accepted });
});
