import type { Address, Email, Mailbox } from "postal-mime";
import { emailKey } from "../../../contract/form-engine/rules.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import type { DeliveryReport, InboundEmail, InboundEmailKind } from "./inbound-email.ts";

/** Parser limits for one message. */
const parserLimits = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 1 };

/** Headers that may name the recipient if `To` does not. */
const recipientHeaders = ["delivered-to", "x-original-to", "x-envelope-to", "envelope-to"];

const empty: InboundEmail = {
  from: { name: "", address: "" },
  to: [],
  subject: "",
  messageId: "",
  threadIds: [],
  kind: "message",
  report: null,
  text: "",
  attachments: [],
  notes: ["unreadable"],
  dmarc: "none",
};

/** Reads a raw message (RFC 5322). */
export async function readEmail(
  raw: Uint8Array,
  { trustedAuthenticationServer }: { readonly trustedAuthenticationServer: string | undefined },
): Promise<InboundEmail> {
  const { default: PostalMime } = await import("postal-mime");
  let email: Email;
  try {
    email = await PostalMime.parse(raw, { ...parserLimits, attachmentEncoding: "arraybuffer" });
  } catch {
    return empty;
  }
  const headers = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value.trim());
  const [from] = flatten(email.from ? [email.from] : []);
  const bare = (text: string) => [...text.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id ?? "");
  const report = readReport(email, headers);
  return {
    from: { name: from?.name ?? "", address: emailKey(from?.address ?? "") },
    to: [
      ...flatten([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address),
      ...recipientHeaders.flatMap(headers),
    ],
    subject: email.subject ?? "",
    messageId: bare(email.messageId ?? "")[0] ?? "",
    threadIds: [...bare(email.inReplyTo ?? ""), ...bare(email.references ?? "").reverse()],
    kind: kindOf(headers, report, email),
    report,
    text: toStorable(email.text ?? toPlainText(email.html ?? "")).trim(),
    attachments: email.attachments
      .filter(({ related, disposition }) => !related && disposition === "attachment")
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? "",
        mimeType,
        size: content instanceof ArrayBuffer ? content.byteLength : content.length,
      })),
    notes: [],
    dmarc: readDmarc(headers("authentication-results"), trustedAuthenticationServer),
  };
}

function kindOf(
  headers: (name: string) => readonly string[],
  report: DeliveryReport | null,
  email: Email,
): InboundEmailKind {
  if (report) return report.status.startsWith("4") ? "delayed" : "bounce";
  if (headers("auto-submitted").some((value) => /^auto-replied/i.test(value))) return "auto-reply";
  const isReaction = email.attachments.some(({ mimeType }) => mimeType.includes("reaction"));
  return isReaction ? "reaction" : "message";
}

function readReport(
  email: Email,
  headers: (name: string) => readonly string[],
): DeliveryReport | null {
  if (!headers("content-type").some((value) => /^multipart\/report/i.test(value))) return null;
  const text = email.attachments
    .map(({ content }) =>
      typeof content === "string" ? content : new TextDecoder().decode(content),
    )
    .join("\n");
  return {
    messageId: /^message-id:\s*<([^<>\s]+)>/im.exec(text)?.[1] ?? "",
    recipient: /^final-recipient:[^;]*;\s*(\S+)/im.exec(text)?.[1] ?? "",
    status: /^status:\s*(\d\.\d+\.\d+)/im.exec(text)?.[1] ?? "",
    reason: /^diagnostic-code:[^;]*;\s*(.+)$/im.exec(text)?.[1]?.trim() ?? "",
  };
}

function readDmarc(results: readonly string[], server: string | undefined): InboundEmail["dmarc"] {
  const [own] = results.filter((one) => one.split(";")[0]?.trim() === server);
  const result = /\bdmarc=(pass|fail)/i.exec(own ?? "")?.[1]?.toLowerCase();
  return result === "pass" || result === "fail" ? result : "none";
}

function flatten(addresses: readonly Address[]): Mailbox[] {
  return addresses.flatMap((one) => (one.group ? one.group : one));
}

/** Without characters that PostgreSQL cannot store. */
function toStorable(text: string): string {
  return text.replaceAll("\0", "").replaceAll("\r\n", "\n").toWellFormed();
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
