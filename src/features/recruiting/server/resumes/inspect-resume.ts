import { listZipEntries } from "../../../../platform/server/files/zip-archive.ts";
import { nameFile, nameZip } from "./name-file.ts";
import { inspectPdf, isPdf, type PdfKind } from "./pdf-file.ts";
import type { ResumeRejection } from "./resume-rejections.ts";
import { inspectWordFile, type WordFileKind } from "./word-file.ts";

/** What a file is, by its content alone: an accepted kind, or why it is refused. */
export type ResumeKind =
  | { readonly accepted: "pdf" | "docx" | "jpg" | "png" }
  | { readonly refused: ResumeRejection };

const pngStart = "89504e470d0a1a0a";
const jpegStart = "ffd8ff";
const zipStart = "504b0304";
const maxZipNames = 5000;

const pdfRejections: Readonly<Record<Exclude<PdfKind, "plain">, ResumeRejection>> = {
  active: "pdf-active",
  "cut-off": "pdf-cut-off",
  password: "pdf-password",
  unchecked: "pdf-unchecked",
};

const wordRejections: Readonly<Record<Exclude<WordFileKind, "plain" | "other">, ResumeRejection>> =
  {
    macros: "word-macros",
    embedded: "word-embedded",
    remote: "word-remote",
    template: "dotx",
    password: "password",
    damaged: "word-damaged",
  };

/** Inspects a file from a stranger; runs in a parser's process. Pictures are not decoded here. */
export async function inspectResume(sent: Uint8Array): Promise<ResumeKind> {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const start = bytes.toString("hex", 0, 8);
  if (start.startsWith(zipStart)) return inspectZip(bytes);
  if (start.startsWith(jpegStart)) return { accepted: "jpg" };
  if (start === pngStart) return { accepted: "png" };
  if (isPdf(bytes)) {
    const kind = inspectPdf(bytes);
    return kind === "plain" ? { accepted: "pdf" } : { refused: pdfRejections[kind] };
  }
  return { refused: nameFile(bytes) };
}

async function inspectZip(bytes: Buffer): Promise<ResumeKind> {
  const kind = await inspectWordFile(bytes);
  if (kind === "plain") return { accepted: "docx" };
  if (kind !== "other") return { refused: wordRejections[kind] };
  return { refused: nameZip(bytes, listNames(bytes)) };
}

function listNames(bytes: Buffer): readonly string[] {
  try {
    return listZipEntries(bytes, maxZipNames).map(({ name }) => name);
  } catch {
    return [];
  }
}
