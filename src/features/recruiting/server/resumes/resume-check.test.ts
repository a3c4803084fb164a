import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { processPicture } from "../../../customers/server/profile/process.ts";
import { checkResume } from "./resume-check.ts";

const side = 900;
/** Every pixel has a different color, so it does not compress. */
const noise = () =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
/** Few grays, which PNG compresses best. */
const grays = () => {
  const pixels = randomBytes(side * side).map((byte) => (byte & 3) * 60);
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } });
};

const pictures = {
  "a JPEG of the lowest quality": () => noise().jpeg({ quality: 5 }).toBuffer(),
  "a JPEG packed well": () => noise().jpeg({ quality: 40, mozjpeg: true }).toBuffer(),
  "a PNG of a palette": () => noise().png({ palette: true, colors: 16, dither: 0 }).toBuffer(),
  "a PNG packed well": () =>
    grays().png({ palette: true, colors: 4, dither: 0, compressionLevel: 9 }).toBuffer(),
  "a PNG of noise": () => noise().png().toBuffer(),
};

test.each(Object.entries(pictures))(
  "%s is never stored larger than it was uploaded",
  async (_what, make) => {
    const sent = await make();
    expect(sent.length).toBeGreaterThan(16 * 1024);
    const { bytes, type, extension } = await checkResume(sent);
    expect(bytes.length).toBeLessThanOrEqual(sent.length);
    const { format } = await sharp(bytes).metadata();
    expect([type, extension]).toEqual([`image/${format}`, format === "jpeg" ? "jpg" : format]);
    expect((await processPicture(sent)).length).toBeLessThanOrEqual(sent.length);
  },
);

test("a picture re-encoded as JPEG is upright and without metadata, too", async () => {
  const sent = await noise()
    .resize(600, 900, { fit: "fill" })
    .withExif({ IFD0: { Copyright: "Ada's home", Orientation: "6" } })
    .png({ palette: true, colors: 8, dither: 0 })
    .toBuffer();
  const { bytes } = await checkResume(sent);
  expect(bytes.length).toBeLessThanOrEqual(sent.length);
  expect(bytes.includes("Ada's home")).toBe(false);
  const { exif, orientation } = await sharp(bytes).metadata();
  expect({ exif, orientation }).toEqual({});
});
