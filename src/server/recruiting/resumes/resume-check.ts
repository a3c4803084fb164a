import type { Sharp } from "sharp";
import { facts } from "../../../contract/facts.ts";
import { ApiError } from "../../platform/api-error.ts";
import { encodeWithin } from "../../platform/files/encode-within.ts";
import { Semaphore } from "../../platform/semaphore.ts";
import { inspectWordFile } from "./word-file.ts";

/** A validated file, ready to be stored. */
export interface CheckedResume {
  readonly type: string;
  readonly extension: "pdf" | "docx" | "jpg" | "png";
  readonly bytes: Buffer;
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Allowed media types of a résumé. */
export const resumeTypes = ["application/pdf", docx, "image/jpeg", "image/png"] as const;
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
/** Decoding takes memory by pixels, whatever the file's size. */
const maxPixels = 60_000_000;
const timeLimitSeconds = 15;
/** Decoding takes much memory and one of four threads. */
const semaphore = new Semaphore(1);
/** A PDF ends with %%EOF; some programs append bytes. */
const pdfTail = 2048;

/**
 * Detects a résumé's type by its content, since name and media type cannot be trusted. Pictures are
 * re-encoded, which removes metadata such as the place.
 * @throws ApiError "resume-too-large", "resume-unreadable", "resume-active"
 */
export async function checkResume(bytes: Buffer): Promise<CheckedResume> {
  if (bytes.length > facts.application.resumeMaxBytes) throw new ApiError("resume-too-large");
  const head = bytes.subarray(0, 8);
  if (head.toString("latin1", 0, 5) === "%PDF-" && isWholePdf(bytes)) {
    return { type: "application/pdf", extension: "pdf", bytes };
  }
  if (head.toString("latin1", 0, 4) === "PK\u0003\u0004") {
    const kind = await inspectWordFile(bytes);
    if (kind === "active") throw new ApiError("resume-active");
    if (kind === "plain") return { type: docx, extension: "docx", bytes };
  }
  if (head.subarray(0, jpegStart.length).equals(jpegStart)) return reencode(bytes, "jpg");
  if (head.equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return reencode(bytes, "png");
  }
  throw new ApiError("resume-unreadable");
}

function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(-pdfTail).includes("%%EOF");
}

/** Encodings from best to smallest; text on paper stays legible in all of them. */
const jpegEncodings = [
  { quality: 80, share: 1 },
  { quality: 60, share: 1 },
  { quality: 40, share: 1 },
  { quality: 40, share: 0.7 },
  { quality: 40, share: 0.5 },
  { quality: 30, share: 0.35 },
];

/** Re-encodes a picture in at most its own size; a PNG may become a JPEG for that. */
async function reencode(bytes: Buffer, extension: "jpg" | "png"): Promise<CheckedResume> {
  const { default: sharp } = await import("sharp");
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  try {
    const encoded = await semaphore.run(async () => {
      const { width, isPalette = false } = await open().metadata();
      const asJpeg = jpegEncodings.map(({ quality, share }) => (picture: Sharp) => {
        const sized = share < 1 ? picture.resize({ width: Math.ceil(width * share) }) : picture;
        // Transparent areas become white, like paper.
        return sized.rotate().flatten({ background: "#fff" }).jpeg({ quality });
      });
      const asPng = (picture: Sharp) =>
        picture.rotate().png({ compressionLevel: 9, palette: isPalette });
      const encoders = extension === "png" ? [asPng, ...asJpeg] : asJpeg;
      return encodeWithin(open, encoders, bytes.length, timeLimitSeconds);
    });
    return encoded.subarray(0, jpegStart.length).equals(jpegStart)
      ? { type: "image/jpeg", extension: "jpg", bytes: encoded }
      : { type: "image/png", extension: "png", bytes: encoded };
  } catch {
    throw new ApiError("resume-unreadable");
  }
}
