const jpegStart = [0xff, 0xd8, 0xff];
const pngStart = [0x89, 0x50, 0x4e, 0x47];

/**
 * Whether a JPEG, PNG, WebP or AVIF ends before its end, as after an interrupted transfer; false if it
 * is damaged in another way. Decoders only say that they cannot read it.
 */
export function isCutOff(bytes: Uint8Array): boolean {
  if (startsWith(bytes, jpegStart)) return isCutOffJpeg(bytes);
  if (startsWith(bytes, pngStart)) return isCutOffPng(bytes);
  if (textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WEBP") {
    return bytes.length < 8 + viewOf(bytes).getUint32(4, true);
  }
  return textAt(bytes, 4) === "ftyp" && isCutOffBoxes(bytes);
}

/** Walks the segments up to the picture's data (ITU-T T.81, annex B), which end with a marker. */
function isCutOffJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 2; ; ) {
    if (at + 4 > bytes.length) return true;
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker < 0xc0) return false;
    const next = at + 2 + view.getUint16(at + 2);
    if (next > bytes.length) return true;
    if (marker === 0xda) return !hasEnd(bytes, next);
    at = next;
  }
}

/** Whether the marker of the end follows; within the data 0xff is escaped. */
function hasEnd(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (bytes[at + 1] === 0xd9) return true;
  }
  return false;
}

/** Walks the chunks (ISO/IEC 15948, 5.3) up to the last one, "IEND". */
function isCutOffPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (textAt(bytes, at + 4) === "IEND") return false;
  }
  return true;
}

/** Walks the boxes of a file (ISO/IEC 14496-12, 4.2). */
function isCutOffBoxes(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at);
    // 0: up to the end of the file; 1: a size of 64 bits, which no picture needs.
    if (size < 8) return false;
    at += size;
  }
  return at !== bytes.length;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
