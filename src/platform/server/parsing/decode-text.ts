/**
 * Decodes a text file of unknown origin: UTF-8 and UTF-16 with or without a byte order mark, else
 * Windows-1252, as older programs save it. The mark itself is removed.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes);
}

/** Bytes that show whether a text without mark is UTF-16. */
const sampleBytes = 1024;

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, sampleBytes).entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const half = Math.min(bytes.length, sampleBytes) / 2;
  // Of two bytes, one is zero in nearly all letters of addresses.
  if (odd > half * 0.7 && even === 0) return "utf-16le";
  if (even > half * 0.7 && odd === 0) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
