import {
  type AttachedFile,
  type InboundEmail,
  type InboundEmailKind,
  type InboundEmailNote,
  maxTextLength,
} from "../inbound-email.ts";
import { findRecipients, findSender } from "./addresses.ts";
import { isAutomaticReply } from "./automatic.ts";
import { readReport } from "./delivery-report.ts";
import { readDmarc } from "./dmarc.ts";
import { hashContents } from "./email-key.ts";
import { decodedHeader } from "./headers.ts";
import { readMessageId, readThreadIds } from "./ids.ts";
import { type Part, PartBudget, readPart } from "./parts.ts";
import { reactionType, readReaction } from "./reaction.ts";
import { EmailBody } from "./read-body.ts";

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
function listAttachments(
  roots: readonly Part[],
  shown: ReadonlySet<Part>,
  html: string,
  hasText: boolean,
): AttachedFile[] {
  const found: AttachedFile[] = [];
  const small: AttachedFile[] = [];
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
      content,
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

/** Characters of a subject or name that are kept. */
const maxLineLength = 1000;

export interface RawEmail {
  readonly raw: Uint8Array;
  /** `authserv-id` of the server that receives our emails. */
  readonly trustedServer: string | undefined;
  /** Bytes that are read; the others are left out. */
  readonly maxBytes?: number;
}

export interface ReadEmail {
  readonly email: InboundEmail;
  readonly contents: string;
}

/** Reads and hashes an email in a parser's process, since the time depends on what was sent. */
export async function readRaw(input: RawEmail): Promise<ReadEmail> {
  return { email: await parseEmail(input), contents: hashContents(input.raw) };
}

export async function parseEmail({
  raw,
  trustedServer,
  maxBytes,
}: RawEmail): Promise<InboundEmail> {
  const isCut = maxBytes !== undefined && raw.length > maxBytes;
  const { root, body, text, budget, files } = await readParts(
    isCut ? raw.subarray(0, maxBytes) : raw,
  );
  const { headers } = root;
  const { name, address } = findSender(headers);
  const subject = oneLine(decodedHeader(headers, "subject"));
  const from = { name: oneLine(name), address: oneLine(address) };
  const kind = readKind(root, from, subject, text);
  const attachments = files.map(({ name, mimeType, size }) => ({
    name: oneLine(name),
    mimeType: oneLine(mimeType),
    size,
  }));
  const notes = new Set<InboundEmailNote>(body.notes);
  if (isCut || budget.isExceeded) notes.add("unreadable");
  const kept = cutText(kind.text);
  if (kept !== kind.text) notes.add("text-cut");
  const isMute = text === "" && attachments.length === 0 && notes.size === 0;
  if (isMute && hasUnknownFormat(body)) notes.add("unknown-format");
  return {
    from,
    to: findRecipients(headers).map(oneLine),
    subject,
    messageId: oneLine(readMessageId(headers)),
    threadIds: readThreadIds(headers).map(oneLine),
    kind: kind.kind,
    report: kind.report,
    text: kept,
    attachments,
    notes: [...notes],
    dmarc: readDmarc(headers, trustedServer),
  };
}

async function readParts(raw: Uint8Array) {
  const budget = new PartBudget();
  const root = readPart(raw, budget);
  const body = new EmailBody(budget);
  const text = storable(await body.read(root)).trim();
  const attached = listAttachments(body.roots, body.shown, body.html, text !== "");
  const files = [...attached, ...body.attachments];
  return { root, body, text, budget, files };
}

/** The content of an attachment. @param index among those that `parseEmail` lists */
export async function readAttachment({
  raw,
  index,
}: {
  readonly raw: Uint8Array;
  readonly index: number;
}): Promise<Uint8Array | undefined> {
  const { files } = await readParts(raw);
  return files[index]?.content;
}

interface Kind extends Pick<InboundEmail, "report" | "text"> {
  readonly kind: InboundEmailKind;
}

function readKind(
  root: ReturnType<typeof readPart>,
  from: InboundEmail["from"],
  subject: string,
  text: string,
): Kind {
  const found = readReport(root, from.address, subject, text);
  if (found) {
    const { kind, report } = found;
    const safe = report && {
      messageId: oneLine(report.messageId),
      recipient: oneLine(report.recipient),
      status: report.status,
      reason: oneLine(report.reason),
    };
    return { kind, report: safe, text };
  }
  if (isAutomaticReply(root.headers, subject, text))
    return { kind: "auto-reply", report: null, text };
  const reaction = readReaction(root, from.name, text);
  if (reaction !== undefined) return { kind: "reaction", report: null, text: reaction };
  return { kind: "message", report: null, text };
}

function hasUnknownFormat({ roots }: EmailBody): boolean {
  return roots.some(({ type, children }) =>
    [type, ...children.map((child) => child.type)].some((one) => one.endsWith("ms-tnef")),
  );
}

/** Not between the halves of a character. */
function cutText(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).toWellFormed();
}

/** Without what PostgreSQL cannot store, and control characters that no screen shows. */
function storable(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/(?![\n\t])\p{Cc}/gu, "")
    .toWellFormed();
}

function oneLine(text: string): string {
  return storable(text.replaceAll(/[\r\n\t]/g, " "))
    .slice(0, maxLineLength)
    .toWellFormed()
    .trim();
}

/** Width and height in pixels, as the file's head says; undefined for other formats than the usual. */
function readPictureSize(bytes: Uint8Array): readonly [number, number] | undefined {
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
