import type { ErrorCode } from "../../../../platform/contract/errors/errors.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";

const asPdf = "Save it as PDF and send that.";
const asJpeg = "Send it as JPEG: take a screenshot of it, or save it as JPEG.";

/** Why a résumé is refused, and what to do; "unknown" has the message of the catalog. */
const messages = {
  empty: "This file is empty. Choose it again, or send another file.",
  "too-complex": `This file takes too long to check. Open it, print it to a new PDF, and send that.`,
  "pdf-active":
    "This PDF contains a program or an attached file. Save it as a plain PDF and send it again.",
  "pdf-cut-off": "This PDF is cut off. Save it again, or download it again, and send that.",
  "pdf-password": "This PDF has a password. Save a copy without a password and send that.",
  "pdf-unchecked": "We can't check this PDF. Open it, print it to a new PDF, and send that.",
  "word-macros": `This Word file has macros. ${asPdf}`,
  "word-embedded": `This Word file has other files in it. ${asPdf}`,
  "word-remote": `This Word file has parts that it fetches from the internet or a network. ${asPdf}`,
  "word-damaged": "This Word file is damaged. Open it, save it as PDF, and send that.",
  "word-cut-off": "This Word file is cut off. Save it again, or download it again, and send that.",
  password: "This file has a password. Save a copy without a password and send that.",
  doc: "This is an old Word file (.doc). Save it as PDF or Word (docx) and send that.",
  dotx: "This is a Word template. Save it as PDF or Word (docx) and send that.",
  rtf: `This is an RTF file. ${asPdf}`,
  odt: `This is an OpenDocument file (.odt). ${asPdf}`,
  pages: "This is a Pages file. In Pages, choose File, Export To, PDF, and send that.",
  workbook: `This is a spreadsheet. ${asPdf}`,
  slides: `This is a presentation. ${asPdf}`,
  office: `This is an old Office file. ${asPdf}`,
  zip: "This is a zip file. Open it, and send the file in it as PDF.",
  web: "This is a web page. Open it, print it to a PDF, and send that.",
  text: `This is a text file. Open it in a word processor. ${asPdf}`,
  email: "This is an email. Save the file that is attached to it, and send that.",
  link: "This is only a link to the file. Open the file, download it as PDF, and send that.",
  heic: `This picture is in Apple's HEIC format. Send it as JPEG: email it to yourself, or take a screenshot of it.`,
  webp: `This is a WebP picture. ${asJpeg}`,
  avif: `This is an AVIF picture. ${asJpeg}`,
  gif: `This is a GIF picture. ${asJpeg}`,
  bmp: `This is a BMP picture. ${asJpeg}`,
  tiff: `This is a TIFF picture. Save it as PDF or JPEG and send that.`,
  "picture-cut-off": "This picture is cut off. Take it again.",
  "picture-damaged": "This picture is damaged. Take it again.",
  "picture-too-many-pixels":
    "This picture has too many pixels. Take a screenshot of it and send that.",
  unknown: undefined,
} as const;

export type ResumeRejection = keyof typeof messages;

const active: ReadonlySet<ResumeRejection> = new Set([
  "pdf-active",
  "word-macros",
  "word-embedded",
  "word-remote",
]);

/** The error of a refused résumé: "resume-active" for what may run, else "resume-unreadable". */
export function rejectResume(reason: ResumeRejection): ApiError {
  const code: ErrorCode = active.has(reason) ? "resume-active" : "resume-unreadable";
  const message = messages[reason];
  return new ApiError(code, message === undefined ? {} : { message });
}
