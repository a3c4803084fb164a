import type { Address, Email, Mailbox } from "postal-mime";
import { emailKey } from "../../../contract/form-engine/rules.ts";
import { foldQuotes } from "../../../contract/quotes/fold-quotes.ts";
import { escapeHtml } from "../../platform/escape-html.ts";

/** Parser limits for one message. */
const parserLimits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 1 };

/** The parts of an email that the inbox needs. */
export interface InboundEmail {
  /** In lower case; "" without. */
  readonly from: string;
  /** All recipient addresses. */
  readonly to: readonly string[];
  readonly subject: string;
  /** "" without. */
  readonly messageId: string;
  /** What the person wrote, without quotes. */
  readonly text: string;
  readonly hasAttachments: boolean;
  /** Whether it was sent automatically; such an email must never be answered (RFC 3834). */
  readonly isAutomatic: boolean;
}

/** Headers that may name the recipient if `To` does not. */
const recipientHeaders = ["delivered-to", "x-original-to", "x-envelope-to", "envelope-to"];

/** Reads a raw message (RFC 5322). @returns undefined if it cannot be read */
export async function readEmail(raw: Uint8Array): Promise<InboundEmail | undefined> {
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(raw, parserLimits);
  } catch {
    return undefined;
  }
  const headers = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value.trim());
  const from = emailKey(flatten(email.from ? [email.from] : [])[0]?.address ?? "");
  return {
    from,
    to: [
      ...flatten([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address),
      ...recipientHeaders.flatMap(headers),
    ],
    subject: email.subject ?? "",
    messageId: email.messageId ?? "",
    text: foldQuotes(toStorable(email.text ?? toPlainText(email.html ?? "")))
      .filter(({ isQuoted }) => !isQuoted)
      .map(({ text }) => text)
      .join("")
      .trim(),
    hasAttachments: email.attachments.some(({ related }) => !related),
    isAutomatic: isAutomatic(headers, from),
  };
}

function isAutomatic(headers: (name: string) => readonly string[], from: string): boolean {
  const has = (name: string, pattern: RegExp) => headers(name).some((value) => pattern.test(value));
  return (
    has("auto-submitted", /^(?!no\b)/i) ||
    has("precedence", /bulk|junk|list|auto/i) ||
    has("x-auto-response-suppress", /all|oof|autoreply/i) ||
    has("x-autoreply", /./) ||
    has("list-id", /./) ||
    has("return-path", /^<>$/) ||
    has("content-type", /^multipart\/report/i) ||
    /^(mailer-daemon|postmaster|no-?reply|bounces?)\b/i.test(from) ||
    from === ""
  );
}

function flatten(addresses: readonly Address[]): Mailbox[] {
  return addresses.flatMap((one) => (one.group ? one.group : one));
}

/** Without characters that PostgreSQL cannot store. */
function toStorable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** The text of an HTML email that has no plain text. */
function toPlainText(html: string): string {
  const broken = html
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, "")
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h\d)\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "");
  const entities = ["&", "<", ">", '"', "'"].map((sign) => [escapeHtml(sign), sign] as const);
  const plain = broken.replaceAll("&nbsp;", " ").replaceAll("&#39;", "'");
  return entities.reverse().reduce((text, [code, sign]) => text.replaceAll(code, sign), plain);
}
