import type { ResizeOptions, Sharp } from "sharp";
import { isCutOff } from "../../../../platform/contract/cut-off.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { encodeWithin } from "../../../../platform/server/files/encode-within.ts";
import { Semaphore } from "../../../../platform/server/semaphore.ts";

/** Type of a picture according to its first bytes, whatever its name or media type. */
type PictureKind = "jpeg" | "png" | "webp" | "avif" | "heic";

const jpegStart = Buffer.from("ffd8ff", "hex");
const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

/** Brands of ISO/IEC 23008-12, the container of AVIF and Apple's HEIC. */
const avifBrand = /^avi[fs]$/;
const heicBrand = /^(hei[cmsx]|hev[cmsx])$/;

/** Detects a picture's type; undefined if unknown. */
function recognize(bytes: Buffer): PictureKind | undefined {
  const text = bytes.toString("latin1", 0, 12);
  if (startsWith(bytes, jpegStart)) return "jpeg";
  if (startsWith(bytes, pngStart)) return "png";
  if (text.startsWith("RIFF") && text.endsWith("WEBP")) return "webp";
  const brands = readBrands(bytes);
  if (brands.some((brand) => avifBrand.test(brand))) return "avif";
  return brands.some((brand) => heicBrand.test(brand)) ? "heic" : undefined;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

const brandLength = 4;
const firstBrand = 8;
/** Far more than any file uses; the size stated in the file is untrusted. */
const maxBytes = 256;

/** Reads the brands of a file type box: size, "ftyp", major brand, version, compatible brands. */
function readBrands(bytes: Buffer): string[] {
  if (bytes.toString("latin1", 4, firstBrand) !== "ftyp") return [];
  const end = Math.min(bytes.readUInt32BE(0), maxBytes, bytes.length);
  const brands: string[] = [];
  for (let at = firstBrand; at + brandLength <= end; at += brandLength) {
    brands.push(bytes.toString("latin1", at, at + brandLength));
  }
  return brands;
}

/**
 * Pixels of a 50-megapixel phone camera: decoding more costs too much memory. AVIF takes ten times
 * as long, and a tiny file can claim that many.
 */
const maxPixels = { jpeg: 52_000_000, png: 52_000_000, webp: 52_000_000, avif: 24_000_000 };
const timeLimitSeconds = 15;
/** A lower quality is tried only if the square takes more bytes than the upload. */
const qualities = [82, 60, 40, 20, 5];

/** Decoding takes memory and one of four threads: two at a time leave the others free. */
const semaphore = new Semaphore(2);

/**
 * Converts a picture to the stored square: upright, cropped to the center, WebP, without metadata
 * (place, camera, date). Of an animation the first frame is kept.
 * @throws ApiError "picture-too-large", "picture-heic", "picture-cut-off",
 * "picture-unreadable"
 */
export async function processPicture(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > facts.picture.maxBytes) throw new ApiError("picture-too-large");
  const { side } = facts.picture;
  return encode(bytes, { width: side, height: side, fit: "cover" });
}

/** Longest side of a picture that is shown instead of one that was sent, in pixels. */
const shownSide = 1600;

/**
 * Converts a picture to one that is safe to show: upright, at most `shownSide` on a side, WebP,
 * without metadata.
 * @throws ApiError as `processPicture`
 */
export async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  const size = { width: shownSide, height: shownSide, withoutEnlargement: true } as const;
  return encode(bytes, { ...size, fit: "inside" });
}

async function encode(bytes: Buffer, size: ResizeOptions): Promise<Buffer> {
  const kind = recognize(bytes);
  if (kind === "heic") throw new ApiError("picture-heic");
  if (!kind) throw new ApiError("picture-unreadable");
  const sharp = await loadSharp();
  return semaphore.run(async () => {
    try {
      const open = () =>
        sharp(bytes, { limitInputPixels: maxPixels[kind], failOn: "error" })
          .autoOrient()
          .resize(size);
      const encoders = qualities.map((quality) => (picture: Sharp) => picture.webp({ quality }));
      return await encodeWithin(open, encoders, bytes.length, timeLimitSeconds);
    } catch (error) {
      throw toPictureError(error, bytes);
    }
  });
}

async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // Every picture is decoded once, so a cache would only use memory.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Maps sharp's errors, which differ only in their messages. */
function toPictureError(error: unknown, bytes: Buffer): ApiError {
  const message = error instanceof Error ? error.message : "";
  if (!/pixel limit|timeout/i.test(message)) {
    return new ApiError(isCutOff(bytes) ? "picture-cut-off" : "picture-unreadable");
  }
  return new ApiError("picture-too-large", {
    message: "The picture has too many pixels. Take a screenshot of it and send that.",
  });
}
