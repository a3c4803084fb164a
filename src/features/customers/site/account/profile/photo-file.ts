import { isCutOff } from "../../../../../platform/contract/cut-off.ts";
import type { pictureErrors } from "../../../../../platform/contract/errors/picture-errors.ts";
import { facts } from "../../../../../platform/contract/facts.ts";

/** Accepted picture types. Phones convert their own formats to one of these. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"];

export type PictureError = keyof typeof pictureErrors;

export interface Photo {
  readonly name: string;
  /** Upload: the file, or a smaller version of a large one. */
  readonly body: Blob;
  /** The centered square that the server will keep. */
  readonly preview: ImageBitmap;
}

function checkFile({ type, name, size }: File): PictureError | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return "picture-heic";
  if (type !== "" && !pictureTypes.includes(type)) return "picture-unreadable";
  return size > facts.picture.maxBytes ? "picture-too-large" : undefined;
}

/** Larger photos are scaled down first: they would take minutes on a slow connection. */
const largeBytes = 512 * 1024;
const maxSide = 2 * facts.picture.side;
const jpegQuality = 0.9;

export async function readPhoto(file: File): Promise<Photo | PictureError> {
  const error = checkFile(file);
  if (error) return error;
  try {
    // Browsers show the upper part of such a picture, and gray below.
    if (isCutOff(new Uint8Array(await file.arrayBuffer()))) return "picture-cut-off";
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const side = Math.min(width, height);
    const preview = await createImageBitmap(
      picture,
      (width - side) / 2,
      (height - side) / 2,
      side,
      side,
      { resizeWidth: facts.picture.side, resizeHeight: facts.picture.side, resizeQuality: "high" },
    );
    const isSmall = file.size <= largeBytes && file.type !== "";
    const body = isSmall ? file : ((await shrink(picture)) ?? file);
    picture.close();
    return { name: file.name, body, preview };
  } catch {
    return "picture-unreadable";
  }
}

function shrink(picture: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency: without a background it would turn black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", jpegQuality));
}
