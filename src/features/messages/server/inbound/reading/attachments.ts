import type { InboundAttachment } from "../inbound-email.ts";
import { readPictureSize } from "./formats/picture-size.ts";
import type { Part } from "./mime/parts.ts";
import { reactionType } from "./reaction.ts";

const maxAttachments = 200;
const maxNameLength = 255;

/** Types of parts that no person attached: other forms of the text, signatures, cards, reports. */
const notAttached = new Set([
  ...["text/x-amp-html", "text/calendar", "application/ics", reactionType, "application/ms-tnef"],
  ...["application/vnd.ms-tnef", "application/pkcs7-signature", "application/x-pkcs7-signature"],
  ...["application/pgp-signature", "application/pgp-keys", "application/pgp-encrypted"],
  ...["application/pkcs7-mime", "application/x-pkcs7-mime", "text/vcard", "text/x-vcard"],
  ...["text/directory", "message/delivery-status", "message/disposition-notification"],
  ...["message/feedback-report", "text/rfc822-headers", "message/rfc822", "message/global"],
  ...["message/global-headers", "message/global-delivery-status", "message/partial"],
]);

/** A picture in the text is one that a person sent from this size on, in bytes; logos are smaller. */
const minPhotoBytes = 20_000;
/** And from this width and height on, in pixels, if its format says them. */
const minPhotoSide = 300;
/** Pictures that count who read an email have fewer pixels on a side. */
const minSide = 8;

/**
 * What a person attached.
 *
 * Pictures in the text (with a `Content-ID`, not attached or shown by the HTML) count if they are
 * photos: of at least 20 KB and 300 pixels on both sides, since logos of signatures are smaller. In
 * an email that holds nothing else, all count.
 * @param roots the email, and those in it
 * @param shown parts whose text was read
 * @param html of all parts, which refers to pictures
 */
export function listAttachments(
  roots: readonly Part[],
  shown: ReadonlySet<Part>,
  html: string,
  hasText: boolean,
): InboundAttachment[] {
  const found: InboundAttachment[] = [];
  const small: InboundAttachment[] = [];
  const visit = (part: Part, parent: Part | undefined) => {
    if (part.type === "multipart/report" || part.type === "multipart/encrypted") return;
    for (const child of part.children) visit(child, part);
    if (part.type.startsWith("multipart/") || shown.has(part) || isOther(part, parent)) return;
    const content = part.content();
    if (content.length === 0) return;
    const isReferenced = part.contentId !== "" && html.includes(`cid:${part.contentId}`);
    const isInText = isReferenced || (part.contentId !== "" && part.disposition !== "attachment");
    const isPicture = part.type.startsWith("image/");
    if (isPicture && !isInText && isPixel(content)) return;
    const isSmall = isPicture && isInText && !isPhoto(content);
    (isSmall ? small : found).push({
      name: part.fileName.slice(0, maxNameLength),
      mimeType: part.type,
      size: content.length,
    });
  };
  for (const root of roots) visit(root, undefined);
  const all = found.length === 0 && !hasText ? small : found;
  return all.slice(0, maxAttachments);
}

function isOther(part: Part, parent: Part | undefined): boolean {
  if (notAttached.has(part.type)) return true;
  if (/^(?:winmail\.dat|smime\.p7[ms])$/i.test(part.fileName)) return true;
  return parent?.type === "multipart/alternative" && part.disposition !== "attachment";
}

function isPhoto(content: Uint8Array): boolean {
  const size = readPictureSize(content);
  return content.length >= minPhotoBytes && (size?.every((side) => side >= minPhotoSide) ?? true);
}

function isPixel(content: Uint8Array): boolean {
  return readPictureSize(content)?.every((side) => side < minSide) ?? false;
}
