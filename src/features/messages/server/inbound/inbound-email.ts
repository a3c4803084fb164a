/** What an inbound email is, as far as its headers and parts tell. */
export type InboundEmailKind =
  /** Written by a person, or in doubt. */
  | "message"
  /** An automatic reply, such as an out-of-office note. It changes no status. */
  | "auto-reply"
  /** A delivery report with a permanent failure (5.x.x). */
  | "bounce"
  /** A delivery report with a temporary failure (4.x.x). */
  | "delayed"
  /** An emoji reaction. It changes no status. */
  | "reaction";

/** A part that a person attached. Inline pictures of signatures, keys and alternatives are none. */
interface InboundAttachment {
  /** As the sender named it; "" without a name. */
  readonly name: string;
  readonly mimeType: string;
  /** Decoded size, in bytes. */
  readonly size: number;
}

/** The same with its content, in a parser's process. */
export interface AttachedFile extends InboundAttachment {
  readonly content: Uint8Array;
}

export interface DeliveryReport {
  /** ID of the email that was not delivered, without angle brackets; "" if unknown. */
  readonly messageId: string;
  /** "" if unknown. */
  readonly recipient: string;
  /** Enhanced status code (RFC 3463), such as "5.1.1"; "" if unknown. */
  readonly status: string;
  /** The remote server's explanation, on one line; "" if unknown. */
  readonly reason: string;
}

export type InboundEmailNote =
  /** The parser gave up (time, memory, depth, parts); only headers were read, if those. */
  | "unreadable"
  /** The email exceeded the size limit; the parts beyond it were not kept. */
  | "too-large"
  /** The text exceeded `maxTextLength` and was cut; the original has the rest. */
  | "text-cut"
  /** Encrypted; we hold no key. */
  | "encrypted"
  /** In a format without text that we can read. */
  | "unknown-format";

export const maxTextLength = 1_000_000;

export interface InboundEmail {
  /** The address is normalized with `emailKey`; both are "" without a sender. */
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly subject: string;
  /** Without angle brackets; "" without. */
  readonly messageId: string;
  /** `In-Reply-To`, then `References` from newest to oldest; without angle brackets, at most 50. */
  readonly threadIds: readonly string[];
  readonly kind: InboundEmailKind;
  /** Set for "bounce" and "delayed". */
  readonly report: DeliveryReport | null;
  /** Everything readable, quotes included, at most `maxTextLength` characters; "" without text. */
  readonly text: string;
  readonly attachments: readonly InboundAttachment[];
  readonly notes: readonly InboundEmailNote[];
  /** Result of DMARC in the `Authentication-Results` of the trusted server; "none" without one. */
  readonly dmarc: "pass" | "fail" | "none";
}
