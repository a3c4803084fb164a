import {
  type InboundEmail,
  type InboundEmailKind,
  type InboundEmailNote,
  maxTextLength,
} from "../inbound-email.ts";
import { listAttachments } from "./attachments.ts";
import { isAutomaticReply } from "./automatic.ts";
import { readReport } from "./delivery-report.ts";
import { hashContents } from "./email-key.ts";
import { findRecipients, findSender } from "./mime/addresses.ts";
import { readDmarc } from "./mime/dmarc.ts";
import { decodedHeader } from "./mime/headers.ts";
import { readMessageId, readThreadIds } from "./mime/ids.ts";
import { PartBudget, readPart } from "./mime/parts.ts";
import { readReaction } from "./reaction.ts";
import { EmailBody } from "./read-body.ts";

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
  const budget = new PartBudget();
  const root = readPart(isCut ? raw.subarray(0, maxBytes) : raw, budget);
  const body = new EmailBody(budget);
  const text = storable(await body.read(root)).trim();
  const { headers } = root;
  const { name, address } = findSender(headers);
  const subject = oneLine(decodedHeader(headers, "subject"));
  const from = { name: oneLine(name), address: oneLine(address) };
  const kind = readKind(root, from, subject, text);
  const files = listAttachments(body.roots, body.shown, body.html, text !== "");
  const attachments = [...files, ...body.attachments].map((file) => ({
    ...file,
    name: oneLine(file.name),
    mimeType: oneLine(file.mimeType),
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

/** A winmail.dat of which nothing could be read. */
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
