import type { pictureErrors } from "../../../contract/errors/picture-errors.ts";
import { facts } from "../../../contract/facts.ts";

/** Kinds of picture that may be sent. A phone that is asked for these turns its own kind into one of them. */
export const pictureTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"];

/** Why a picture was refused. */
export type PictureError = keyof typeof pictureErrors;

/** A photo that was chosen, ready to be shown and sent. */
export interface Photo {
  readonly name: string;
  /** What travels: the file, or a smaller one of a large photo. */
  readonly body: Blob;
  /** The middle of it, as the square that we keep. */
  readonly preview: ImageBitmap;
}

/** What a file's name and size say before anybody looks into it. */
function checkFile({ type, name, size }: File): PictureError | undefined {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return "picture-heic";
  if (type !== "" && !pictureTypes.includes(type)) return "picture-unreadable";
  return size > facts.picture.maxBytes ? "picture-too-large" : undefined;
}

/** A photo of more bytes is made smaller first: it would take minutes on a slow line. */
const largeBytes = 512 * 1024;
const maxSide = 2 * facts.picture.side;
const jpegQuality = 0.9;

/** Looks at a file before it is sent. */
export async function readPhoto(file: File): Promise<Photo | PictureError> {
  const error = checkFile(file);
  if (error) return error;
  try {
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
  // JPEG knows no transparency; without a ground it would turn black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", jpegQuality));
}
