import type { Sharp } from "sharp";

/** Size up to which a result is always accepted, in bytes: quality matters more than disk space. */
const smallBytes = 16 * 1024;

/**
 * Encodes a picture in at most its original size, so that a small upload cannot take up much disk
 * space. Returns the first result that fits, else the smallest.
 * @param open opens the picture for each attempt
 * @param encoders encoders, from best to smallest
 * @param maxBytes original size
 * @param timeLimitSeconds for all attempts together
 * @throws the library's errors, also on timeout
 */
export async function encodeWithin(
  open: () => Sharp,
  encoders: readonly ((picture: Sharp) => Sharp)[],
  maxBytes: number,
  timeLimitSeconds: number,
): Promise<Buffer> {
  const deadline = performance.now() + timeLimitSeconds * 1000;
  let smallest: Buffer | undefined;
  for (const encode of encoders) {
    const seconds = Math.max(1, Math.ceil((deadline - performance.now()) / 1000));
    const bytes = await encode(open()).timeout({ seconds }).toBuffer();
    if (bytes.length <= Math.max(maxBytes, smallBytes)) return bytes;
    if (!smallest || bytes.length < smallest.length) smallest = bytes;
  }
  if (!smallest) throw new Error("no encoding fits");
  return smallest;
}
