import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Size of the test pictures in pixels; wide, so that rotation and cropping can be detected. */
const width = 120;
const height = 60;

const red = { r: 220, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 220 };

/** A wide picture, red on the left half and blue on the right. */
export function twoColors(): Sharp {
  const right = { create: { width: width / 2, height, channels: 3, background: blue } } as const;
  return sharp({ create: { width, height, channels: 3, background: red } }).composite([
    { input: right, left: width / 2, top: 0 },
  ]);
}

/** A JPEG as from a phone held upright: rotated by EXIF data, which also contains a location. */
export function phonePicture(): Promise<Buffer> {
  return twoColors()
    .withExif({
      IFD0: { Make: "SecretCamera", Artist: "Ruth Abernathy" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "40/1 0/1 54/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few bytes that claims to have that many pixels. */
export function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc(100))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function heicStart(): Buffer {
  const box = Buffer.alloc(64);
  box.writeUInt32BE(28, 0);
  box.write("ftypheic\0\0\0\0mif1heicmiaf", 4, "latin1");
  return box;
}
