import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { EmailSender } from "../../contract/inbound-emails.ts";
import type { InboundEmail } from "./inbound-email.ts";

/**
 * Maximum size of an original that is kept, in bytes; the rest of a larger email is not. Attachments
 * of 25 MB together are 34 MB in an email (base64, RFC 2045).
 */
export const maxMessageBytes = 35 * 1024 * 1024;
/** The same for emails of a flood. */
export const maxQuietBytes = 256 * 1024;

export interface Incoming {
  readonly email: InboundEmail;
  /** The original, at most `maxMessageBytes`. */
  readonly raw: Uint8Array;
  readonly contents: string;
}

/** Who wrote an email. @param address of the conversation's person, in lower case */
export function senderOf({ from, dmarc }: InboundEmail, address: string): EmailSender {
  if (dmarc === "fail") return "unconfirmed";
  return address !== "" && from.address === address ? "customer" : "other";
}

/** The text to store: an email without any says why. */
export function textOf({ text, notes }: InboundEmail): string {
  if (text.trim() !== "") return text;
  if (notes.includes("encrypted")) return "(This email is encrypted.)";
  if (notes.includes("unknown-format")) return "(This email is in a format that we cannot read.)";
  if (notes.includes("unreadable")) return "(This email could not be read.)";
  return "(This email has no text.)";
}

const compress = promisify(gzip);

export function packOriginal(raw: Uint8Array, maxBytes: number): Promise<Buffer> {
  return compress(raw.subarray(0, maxBytes));
}

const maxAttachments = 100;

/** The beginning of a text, without characters that PostgreSQL cannot store. */
export function storable(text: string, maxLength: number): string {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed();
}

export function emailColumns({ email, raw }: Incoming) {
  const { from, subject, messageId, kind, notes, attachments, report } = email;
  return {
    message_id: storable(messageId, 998),
    from_name: storable(from.name, 500),
    from_address: storable(from.address, 320),
    subject: storable(subject, 998),
    kind,
    notes: JSON.stringify(notes),
    attachments: storable(JSON.stringify(attachments.slice(0, maxAttachments)), Infinity),
    report_status: storable(report?.status ?? "", 20),
    report_reason: storable(report?.reason ?? "", 500),
    raw_size: raw.length,
  };
}
