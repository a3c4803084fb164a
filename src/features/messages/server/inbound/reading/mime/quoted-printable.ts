const equals = 0x3d;
const lineFeed = 0x0a;

/** Decodes quoted-printable (RFC 2045, 6.7); what is none stays as it is. Takes linear time. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(body.length);
  let length = 0;
  let index = 0;
  while (index < body.length) {
    const byte = body[index] ?? 0;
    if (byte === equals) {
      const next = endOfSoftBreak(body, index + 1);
      if (next !== undefined) {
        index = next;
        continue;
      }
      const high = digit(body[index + 1]);
      const low = digit(body[index + 2]);
      if (high !== -1 && low !== -1) {
        decoded[length] = high * 16 + low;
        length += 1;
        index += 3;
        continue;
      }
    }
    decoded[length] = byte;
    length += 1;
    index += 1;
  }
  return decoded.subarray(0, length);
}

/** Index after a line end that follows "=", perhaps after blanks that were added on the way. */
function endOfSoftBreak(body: Uint8Array, from: number): number | undefined {
  let index = from;
  while (index < from + 80 && (body[index] === 0x20 || body[index] === 0x09)) index += 1;
  if (body[index] === 0x0d && body[index + 1] === lineFeed) return index + 2;
  if (index >= body.length || body[index] === lineFeed) return index + 1;
  return undefined;
}

/** Value of a hexadecimal digit; -1 for other bytes. */
function digit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const upper = byte & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1;
}
