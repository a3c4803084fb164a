/** Width and height in pixels, as the file's head says; undefined for other formats than the usual. */
export function readPictureSize(bytes: Uint8Array): readonly [number, number] | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.toString("latin1", 1, 4) === "PNG")
      return [view.readUInt32BE(16), view.readUInt32BE(20)];
    if (view.toString("latin1", 0, 3) === "GIF")
      return [view.readUInt16LE(6), view.readUInt16LE(8)];
    if (view.readUInt16BE(0) === 0xffd8) return readJpegSize(view);
  } catch {
    // Cut off.
  }
  return undefined;
}

function readJpegSize(bytes: Buffer): readonly [number, number] | undefined {
  let position = 2;
  while (position < bytes.length) {
    const marker = bytes.readUInt16BE(position);
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(position + 7), bytes.readUInt16BE(position + 5)];
    if (marker < 0xff00) return undefined;
    position += 2 + Math.max(2, bytes.readUInt16BE(position + 2));
  }
  return undefined;
}
