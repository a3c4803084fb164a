import type { Sharp } from "sharp";
import { isCutOff } from "../../../../platform/contract/cut-off.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { encodeWithin } from "../../../../platform/server/files/encode-within.ts";
import { type Parser, runParser } from "../../../../platform/server/parsing/run-parser.ts";
import { Semaphore } from "../../../../platform/server/semaphore.ts";
import type { inspectResume } from "./inspect-resume.ts";
import { rejectResume } from "./resume-rejections.ts";

export interface CheckedResume {
  readonly type: string;
  readonly extension: "pdf" | "docx" | "jpg" | "png";
  readonly bytes: Buffer;
}

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
/** Decoding takes memory by pixels, whatever the file's size. */
const maxPixels = 60_000_000;
const timeLimitSeconds = 15;
const semaphore = new Semaphore(1);
const inspector: Parser<typeof inspectResume> = {
  module: new URL("./inspect-resume.ts", import.meta.url),
  name: "inspectResume",
};

/**
 * Detects a résumé's type by its content, since name and media type cannot be trusted. Pictures are
 * re-encoded, which removes metadata such as the place; other files are stored as they were sent.
 * @throws ApiError "resume-too-large", "resume-unreadable", "resume-active", whose messages say why
 * and what to do; "busy"
 */
export async function checkResume(bytes: Buffer): Promise<CheckedResume> {
  if (bytes.length > facts.application.resumeMaxBytes) throw new ApiError("resume-too-large");
  const outcome = await runParser(inspector, bytes);
  if (outcome.kind !== "value") throw rejectResume("too-complex");
  const kind = outcome.value;
  if ("refused" in kind) throw rejectResume(kind.refused);
  switch (kind.accepted) {
    case "pdf":
      return { type: "application/pdf", extension: "pdf", bytes };
    case "docx":
      return { type: docx, extension: "docx", bytes };
    default:
      return reencode(bytes, kind.accepted);
  }
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
  } catch (error) {
    throw rejectPicture(error, bytes);
  }
}

/** Maps sharp's errors, which differ only in their messages. */
function rejectPicture(error: unknown, bytes: Buffer): ApiError {
  const message = error instanceof Error ? error.message : "";
  if (/pixel limit|timeout/i.test(message)) return rejectResume("picture-too-many-pixels");
  return rejectResume(isCutOff(bytes) ? "picture-cut-off" : "picture-damaged");
}
