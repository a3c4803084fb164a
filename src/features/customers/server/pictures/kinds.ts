/** Type of a picture according to its first bytes, whatever its name or media type. */
export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "heic";

const jpegStart = Buffer.from("ffd8ff", "hex");
const pngStart = Buffer.from("89504e470d0a1a0a", "hex");

/** Brands of ISO/IEC 23008-12, the container of AVIF and Apple's HEIC. */
const avifBrand = /^avi[fs]$/;
const heicBrand = /^(hei[cmsx]|hev[cmsx])$/;

/** Detects a picture's type; undefined if unknown. */
export function recognize(bytes: Buffer): PictureKind | undefined {
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
