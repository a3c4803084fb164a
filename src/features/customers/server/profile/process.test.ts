import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import {
  bombPng,
  heicStart,
  phonePicture,
  twoColors,
} from "../../../../../tests/support/pictures.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { processPicture } from "./process.ts";

async function rejectionOf(bytes: Buffer): Promise<string> {
  const error = await processPicture(bytes).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("It was not refused.", { cause: error });
  return error.body.code;
}

/** The color at a point of the stored square, each channel rounded to "much" or "little". */
async function colorAt(picture: Buffer, left: number, top: number): Promise<string> {
  const pixel = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const [r = 0, , b = 0] = pixel;
  return r > 128 && b < 128 ? "red" : b > 128 && r < 128 ? "blue" : `${r} ${b}`;
}

const kinds = {
  JPEG: () => twoColors().jpeg().toBuffer(),
  "progressive JPEG": () => twoColors().jpeg({ progressive: true }).toBuffer(),
  "gray JPEG": () => twoColors().grayscale().jpeg().toBuffer(),
  "CMYK JPEG": () => twoColors().toColorspace("cmyk").jpeg().toBuffer(),
  PNG: () => twoColors().png().toBuffer(),
  "PNG with 16 bits": () => twoColors().toColorspace("rgb16").png().toBuffer(),
  WebP: () => twoColors().webp().toBuffer(),
  AVIF: () => twoColors().avif().toBuffer(),
};

test.for(Object.entries(kinds))("%s becomes a square WebP", async ([, make]) => {
  const result = await processPicture(await make());
  const { format, width, height, pages } = await sharp(result).metadata();
  const { side } = facts.picture;
  expect({ format, width, height }).toEqual({ format: "webp", width: side, height: side });
  expect(pages ?? 1).toBe(1);
});

test("a phone's picture is turned upright and loses its metadata", async () => {
  const original = await phonePicture();
  expect(original.includes("SecretCamera")).toBe(true);
  expect((await sharp(original).metadata()).exif?.includes("Ruth")).toBe(true);
  const result = await processPicture(original);
  const { exif, icc, xmp, iptc, orientation } = await sharp(result).metadata();
  expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
  for (const word of ["SecretCamera", "Ruth", "EXIF", "GPS"]) {
    expect(result.includes(word), word).toBe(false);
  }
  // Orientation 6: the left side is at the top.
  const { side } = facts.picture;
  expect(await colorAt(result, side / 2, 20)).toBe("red");
  expect(await colorAt(result, side / 2, side - 20)).toBe("blue");
});

test("of an animation the first frame is kept", async () => {
  const frames = await Promise.all(
    ["red", "blue"].map((background) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const result = await processPicture(moving);
  expect((await sharp(result).metadata()).pages ?? 1).toBe(1);
  expect(await colorAt(result, 100, 100)).toBe("red");
});

test("a picture of one pixel is enlarged", async () => {
  const dot = { create: { width: 1, height: 1, channels: 3, background: "red" } } as const;
  const result = await processPicture(await sharp(dot).png().toBuffer());
  expect((await sharp(result).metadata()).width).toBe(facts.picture.side);
});

async function cutOff(picture: Sharp): Promise<Buffer> {
  const bytes = await picture.toBuffer();
  return bytes.subarray(0, bytes.length * 0.6);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const rejected: Record<string, [() => Promise<Buffer> | Buffer, string]> = {
  "a bomb of 50,000 by 50,000 pixels": [() => bombPng(50_000), "picture-too-large"],
  "a bomb with the largest sides there are": [() => bombPng(2 ** 31 - 1), "picture-unreadable"],
  "a PNG without its pixels": [() => bombPng(600), "picture-unreadable"],
  "more than 10 MB": [() => Buffer.alloc(10 * 1024 * 1024 + 1), "picture-too-large"],
  "Apple's HEIC": [heicStart, "picture-heic"],
  "a JPEG cut in the middle": [() => cutOff(twoColors().jpeg()), "picture-cut-off"],
  "a progressive JPEG cut in the middle": [
    () => cutOff(twoColors().jpeg({ progressive: true })),
    "picture-cut-off",
  ],
  "a PNG cut in the middle": [() => cutOff(twoColors().png()), "picture-cut-off"],
  "a WebP cut in the middle": [() => cutOff(twoColors().webp()), "picture-cut-off"],
  "an AVIF cut in the middle": [() => cutOff(twoColors().avif()), "picture-cut-off"],
  "only the start of a JPEG": [() => Buffer.from("ffd8ff", "hex"), "picture-cut-off"],
  nothing: [() => Buffer.alloc(0), "picture-unreadable"],
  text: [() => Buffer.from("just words, no picture at all"), "picture-unreadable"],
  SVG: [() => Buffer.from(svg), "picture-unreadable"],
  GIF: [() => twoColors().gif().toBuffer(), "picture-unreadable"],
  TIFF: [() => twoColors().tiff().toBuffer(), "picture-unreadable"],
  "a web page that starts like a picture": [
    () => Buffer.concat([Buffer.from("ffd8ff", "hex"), Buffer.from("<script>alert(1)</script>")]),
    "picture-unreadable",
  ],
};

test.for(Object.entries(rejected))("%s is rejected", async ([, [make, code]]) => {
  expect(await rejectionOf(await make())).toBe(code);
});

test("many concurrent pictures are all processed", async () => {
  const picture = await twoColors().png().toBuffer();
  const jobs = Array.from({ length: 9 }, (_, index) =>
    index % 3 === 0 ? rejectionOf(bombPng(50_000)) : processPicture(picture),
  );
  const results = await Promise.all(jobs);
  expect(results.filter((result) => result === "picture-too-large")).toHaveLength(3);
});
