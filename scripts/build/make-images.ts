import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { type SharePicture, sharePictures } from "./share-pictures.ts";

interface Image {
  /** Path below the served folder. */
  readonly to: string;
  /** Everything that determines the result: same key, same bytes. */
  readonly key: string;
  readonly render: () => Promise<Buffer>;
}

const pictures = path.resolve("src/platform/site/pictures");
const marks = path.resolve("scripts/images");
const cache = path.resolve("node_modules/.cache/images");
const share = { width: 1200, height: 630, colors: 96, dither: 0 };
const marigold = "#F5B335";
const paper = "#FAFBF7";
/** Share of the icon that the logo fills; platforms may crop a maskable icon to its middle 80%. */
const roomy = 0.62;
const snug = 0.78;

/**
 * Writes the pictures for shared links (`og/<name>.png`) and the site's icons into `web`.
 * Cached in node_modules/.cache by a hash of their source, so that only changed ones are rendered.
 * @throws Error when a listed drawing is missing
 */
export async function makeImages(web: string): Promise<void> {
  const favicon = readFileSync(path.join(marks, "favicon.svg"), "utf8");
  const logo = readFileSync(path.join(marks, "logo.svg"), "utf8");
  const images: readonly Image[] = [
    ...sharePictures.map(shareImage),
    icon("favicon.ico", favicon, 32, 1),
    icon("apple-touch-icon.png", logo, 180, snug, paper),
    icon("icon-192.png", favicon, 192, 1),
    icon("icon-512.png", favicon, 512, 1),
    icon("maskable-512.png", logo, 512, roomy, marigold),
  ];
  mkdirSync(path.join(web, "og"), { recursive: true });
  mkdirSync(cache, { recursive: true });
  await Promise.all(images.map((image) => place(image, web)));
  copyFileSync(path.join(marks, "favicon.svg"), path.join(web, "favicon.svg"));
  const kept = new Set(images.map(cacheName));
  for (const name of readdirSync(cache)) if (!kept.has(name)) rmSync(path.join(cache, name));
}

function cacheName({ key, to }: Image): string {
  const hash = createHash("sha256").update(sharp.versions.sharp).update(key).digest("hex");
  return `${hash.slice(0, 24)}${path.extname(to)}`;
}

async function place(image: Image, web: string): Promise<void> {
  const cached = path.join(cache, cacheName(image));
  if (!existsSync(cached)) await writeFile(cached, await image.render());
  copyFileSync(cached, path.join(web, image.to));
}

function shareImage({ name, drawing, view }: SharePicture): Image {
  const source = readFileSync(path.join(pictures, `${drawing}.svg`), "utf8");
  const { width, height, ...palette } = share;
  const svg = sized(source, width, height, view);
  return {
    to: `og/${name}.png`,
    key: `${svg} ${JSON.stringify(share)}`,
    // Flat drawings have few colors: a palette reduces the file to a fifth.
    render: () =>
      sharp(Buffer.from(svg))
        .png({ palette: true, ...palette, effort: 3 })
        .toBuffer(),
  };
}

/** Gives a drawing a size in pixels; `view` replaces its viewBox. */
function sized(svg: string, width: number, height: number, view?: string): string {
  const root = svg.slice(0, svg.indexOf(">"));
  const shown = view ? root.replace(/viewBox="[^"]*"/, `viewBox="${view}"`) : root;
  return `${shown} width="${width}" height="${height}"${svg.slice(root.length)}`;
}

function icon(to: string, svg: string, size: number, part: number, background?: string): Image {
  const mark = Math.round(size * part);
  return {
    to,
    key: `${svg} ${to} ${size} ${part} ${background}`,
    render: async () => {
      const ground = background ?? { r: 0, g: 0, b: 0, alpha: 0 };
      const png = await sharp({
        create: { width: size, height: size, channels: 4, background: ground },
      })
        .composite([{ input: Buffer.from(sized(svg, mark, mark)) }])
        .png({ compressionLevel: 9 })
        .toBuffer();
      return to.endsWith(".ico") ? wrapAsIco(png, size) : png;
    },
  };
}

/** An .ico file with one PNG inside: 6 bytes of header, 16 of directory, then the picture. */
function wrapAsIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
