import { facts } from "../../contract/facts.ts";
import { ApiError } from "../http/api-error.ts";
import { Turns } from "../turns.ts";
import { inspectWordFile } from "./word-file.ts";

/** A file that is what it says, ready to be stored. */
export interface CheckedResume {
  readonly type: string;
  readonly extension: "pdf" | "docx" | "jpg" | "png";
  readonly bytes: Buffer;
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Media types that a résumé may have. */
export const resumeTypes = ["application/pdf", docx, "image/jpeg", "image/png"] as const;
/** A picture's pixels take memory, whatever its file weighs. */
const mostPixels = 60_000_000;
const timeLimitSeconds = 15;
/** Drawing takes much memory and a thread of four. */
const turns = new Turns(1);
/** A PDF ends with its mark; programs leave some bytes behind it. */
const pdfTail = 2048;

/**
 * Tells a résumé's kind by its content; name and media type are anybody's to make up.
 * Pictures are drawn anew, which leaves hidden data such as the place behind.
 * @throws ApiError "resume-too-large", "resume-unreadable", "resume-active"
 */
export async function checkResume(bytes: Buffer): Promise<CheckedResume> {
  if (bytes.length > facts.application.resumeLargestBytes) throw new ApiError("resume-too-large");
  const head = bytes.subarray(0, 8);
  if (head.toString("latin1", 0, 5) === "%PDF-" && isWholePdf(bytes)) {
    return { type: "application/pdf", extension: "pdf", bytes };
  }
  if (head.toString("latin1", 0, 4) === "PK\u0003\u0004") {
    const kind = await inspectWordFile(bytes);
    if (kind === "active") throw new ApiError("resume-active");
    if (kind === "plain") return { type: docx, extension: "docx", bytes };
  }
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return redraw(bytes, "jpg");
  if (head.equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return redraw(bytes, "png");
  }
  throw new ApiError("resume-unreadable");
}

function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(-pdfTail).includes("%%EOF");
}

async function redraw(bytes: Buffer, extension: "jpg" | "png"): Promise<CheckedResume> {
  const { default: sharp } = await import("sharp");
  const format = extension === "jpg" ? "jpeg" : "png";
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
    const drawn = await turns.run(() =>
      picture.rotate().toFormat(format).timeout({ seconds: timeLimitSeconds }).toBuffer(),
    );
    return { type: `image/${format}`, extension, bytes: drawn };
  } catch {
    throw new ApiError("resume-unreadable");
  }
}
