import { seconds } from "../../../../../platform/contract/durations.ts";
import { type Parser, runParser } from "../../../../../platform/server/parsing/run-parser.ts";
import type { InboundEmail } from "../inbound-email.ts";
import { hashContents } from "./email-key.ts";
import type { ReadEmail, readAttachment, readRaw } from "./parse-email.ts";

const emailParser: Parser<typeof readRaw> = {
  module: new URL("./parse-email.ts", import.meta.url),
  name: "readRaw",
  timeMs: seconds(4),
};

const attachmentReader: Parser<typeof readAttachment> = {
  module: new URL("./parse-email.ts", import.meta.url),
  name: "readAttachment",
  timeMs: seconds(4),
};

/**
 * The content of one of the listed attachments of a raw email; undefined if it cannot be read.
 * @throws ApiError "busy" if too many wait
 */
export async function extractAttachment(
  raw: Uint8Array,
  index: number,
): Promise<Uint8Array | undefined> {
  const outcome = await runParser(attachmentReader, { raw, index });
  return outcome.kind === "value" ? outcome.value : undefined;
}

/** What is read of an email over a limit: its headers and the begin of its text, in bytes. */
const startBytes = 64 * 1024;

/**
 * Reads a raw email (RFC 5322) in a parser's process. What exceeds a limit of time, memory, parts or
 * depth is read as far as possible and has the note "unreadable".
 * @throws ApiError "busy" if too many wait; the mail server tries again
 */
export async function readEmail(
  raw: Uint8Array,
  options: { readonly trustedAuthenticationServer: string | undefined },
): Promise<ReadEmail> {
  const trustedServer = options.trustedAuthenticationServer;
  const whole = await runParser(emailParser, { raw, trustedServer });
  if (whole.kind === "value") return whole.value;
  const start = raw.slice(0, startBytes);
  const part = await runParser(emailParser, { raw: start, trustedServer });
  const email = part.kind === "value" ? part.value.email : nothing;
  const notes = [...new Set([...email.notes, "unreadable" as const])];
  return { email: { ...email, notes }, contents: hashContents(raw) };
}

/** Of an email whose start exceeds the limits too. */
const nothing: InboundEmail = {
  from: { name: "", address: "" },
  to: [],
  subject: "",
  messageId: "",
  threadIds: [],
  kind: "message",
  report: null,
  text: "",
  attachments: [],
  notes: [],
  dmarc: "none",
};
