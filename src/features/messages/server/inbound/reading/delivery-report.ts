import type { DeliveryReport, InboundEmailKind } from "../inbound-email.ts";
import { findAddress } from "./addresses.ts";
import { decodeText } from "./charset.ts";
import { type Header, headerOf, readHeaders } from "./headers.ts";
import { readIds, readMessageId } from "./ids.ts";
import { type Part, walkParts } from "./parts.ts";

const maxLength = 200_000;
const maxReasonLength = 500;

export interface ReadReport {
  /** "auto-reply" for one of success, or of reading. */
  readonly kind: Extract<InboundEmailKind, "bounce" | "delayed" | "auto-reply">;
  readonly report: DeliveryReport | null;
}

/** Reads a delivery report or a read receipt; undefined if the email is none. */
export function readReport(
  root: Part,
  sender: string,
  subject: string,
  text: string,
): ReadReport | undefined {
  const parts = [...walkParts(root)];
  const typeOf = (type: string) => parts.find((part) => part.type === type);
  if (typeOf("message/disposition-notification")) return { kind: "auto-reply", report: null };
  const status = typeOf("message/delivery-status") ?? typeOf("message/global-delivery-status");
  if (root.type === "multipart/report" && status) return readStatus(status, parts, text);
  return readPlainReport(root.headers, sender, subject, text);
}

/** RFC 3464: fields of the message, then of each recipient, with blank lines between. */
function readStatus(status: Part, parts: readonly Part[], text: string): ReadReport {
  const groups = contentOf(status)
    .split(/\r?\n\r?\n/, 50)
    .map((group) => readHeaders(Buffer.from(group)).headers);
  const recipients = groups.filter((headers) => headerOf(headers, "action") !== "");
  const recipient =
    recipients.find((headers) => /^failed/i.test(headerOf(headers, "action"))) ??
    recipients[0] ??
    groups.find((headers) => headerOf(headers, "status") !== "") ??
    [];
  const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(headerOf(recipient, "status"))?.[0] ?? "";
  const diagnostic = afterType(headerOf(recipient, "diagnostic-code"));
  const kind = kindOf(headerOf(recipient, "action"), code);
  if (kind === "auto-reply") return { kind, report: null };
  const address =
    afterType(headerOf(recipient, "final-recipient")) ||
    afterType(headerOf(recipient, "original-recipient"));
  return {
    kind,
    report: {
      messageId: returnedId(parts) || idIn(text),
      recipient: findAddress(address),
      status: code,
      reason: oneLine(diagnostic),
    },
  };
}

/** The action says whether the server gave up: after days of 4.x it has. */
function kindOf(action: string, status: string): ReadReport["kind"] {
  if (/^failed/i.test(action)) return "bounce";
  if (/^delayed/i.test(action)) return "delayed";
  if (/^(?:delivered|relayed|expanded)/i.test(action)) return "auto-reply";
  return status.startsWith("5") ? "bounce" : status.startsWith("4") ? "delayed" : "auto-reply";
}

/** "rfc822; rosa@example.com" or "smtp; 550 No such user" without its type. */
function afterType(value: string): string {
  return value.slice(value.indexOf(";") + 1).trim();
}

function returnedId(parts: readonly Part[]): string {
  for (const part of parts) {
    const isReturned = /^(?:text\/rfc822-headers|message\/(?:global-headers|global|rfc822))$/;
    if (!isReturned.test(part.type)) continue;
    const id = readMessageId(readHeaders(part.content()).headers);
    if (id !== "") return id;
  }
  return "";
}

const machine = /^(?:mailer-daemon|postmaster|mail-daemon|mmdf)@/;
const failed =
  /undeliver|not be delivered|delivery (?:has )?failed|delivery failure|failure notice|returned mail|returning message|could not deliver|unable to deliver|unzustellbar|no se pudo entregar|non remis|non recapitabile/i;
const delayed =
  /delayed|not yet been delivered|still trying|will (?:keep|continue) trying|warning: message/i;

/** Those of qmail, of Exim and of older Exchange are plain text, with an empty return path. */
function readPlainReport(
  headers: readonly Header[],
  sender: string,
  subject: string,
  text: string,
): ReadReport | undefined {
  const failedRecipients = headerOf(headers, "x-failed-recipients");
  const hasEmptyPath = headers.some(
    ({ name, value }) => name === "return-path" && value.replaceAll(/\s/g, "") === "<>",
  );
  if (!machine.test(sender) || !(hasEmptyPath || failedRecipients !== "")) return undefined;
  const words = `${subject}\n${text.slice(0, 20_000)}`;
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0] ?? "";
  const reply = /\b[45][0-5]\d[ -]/.exec(text.slice(0, 20_000))?.[0] ?? "";
  const isDelayed = delayed.test(words) && !(status || reply).startsWith("5");
  const isFailed = failed.test(words) || failedRecipients !== "" || status.startsWith("5");
  if (!isDelayed && !isFailed) return { kind: "auto-reply", report: null };
  const lines = text.slice(0, 20_000).split("\n");
  const reason = lines.find((line) => (status || reply) !== "" && line.includes(status || reply));
  return {
    kind: isDelayed ? "delayed" : "bounce",
    report: {
      messageId: idIn(text),
      recipient: findAddress(failedRecipients) || findAddress(text.slice(0, 20_000)),
      status,
      reason: oneLine(reason ?? ""),
    },
  };
}

function idIn(text: string): string {
  const line = /^[> ]{0,4}message-id:(.*)$/im.exec(text.slice(0, maxLength))?.[1] ?? "";
  return readIds(line)[0] ?? "";
}

function contentOf(part: Part): string {
  return decodeText(part.content().subarray(0, maxLength), "utf-8");
}

function oneLine(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ").slice(0, maxReasonLength);
}
