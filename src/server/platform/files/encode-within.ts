import type { Sharp } from "sharp";

/** Pictures below this fill no disk, in bytes: their quality is worth more. */
const smallBytes = 16 * 1024;

/**
 * Encodes a picture so that it takes no more room than it came with: nobody is to fill the disk
 * with less than they send. The first way whose result fits wins, else the smallest result.
 * @param open makes the picture anew for each try
 * @param ways how to encode it, from best to smallest
 * @param maxBytes what it came with
 * @param timeLimitSeconds for all tries together
 * @throws what the library throws, also when the time is over
 */
export async function encodeWithin(
  open: () => Sharp,
  ways: readonly ((picture: Sharp) => Sharp)[],
  maxBytes: number,
  timeLimitSeconds: number,
): Promise<Buffer> {
  const deadline = performance.now() + timeLimitSeconds * 1000;
  let smallest: Buffer | undefined;
  for (const encode of ways) {
    const seconds = Math.max(1, Math.ceil((deadline - performance.now()) / 1000));
    const bytes = await encode(open()).timeout({ seconds }).toBuffer();
    if (bytes.length <= Math.max(maxBytes, smallBytes)) return bytes;
    if (!smallest || bytes.length < smallest.length) smallest = bytes;
  }
  if (!smallest) throw new Error("no way to encode");
  return smallest;
}
