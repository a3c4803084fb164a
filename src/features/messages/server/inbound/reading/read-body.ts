import { ContentInfo, EncapsulatedContentInfo, SignedData } from "pkijs";
import type { AttachedFile, InboundEmailNote } from "../inbound-email.ts";
import { findSender } from "./addresses.ts";
import { decodeText } from "./charset.ts";
import { decodedHeader, headerOf } from "./headers.ts";
import { quoteLines } from "./html.ts";
import { type Part, type PartBudget, readPart } from "./parts.ts";
import { readTextPart } from "./read-text-part.ts";
import { readTnef } from "./tnef.ts";

const signedData = "1.2.840.113549.1.7.2";
const envelopedTypes = new Set(["1.2.840.113549.1.7.3", "1.2.840.113549.1.9.16.1.23"]);

/**
 * Opens a part of S/MIME (RFC 8551) that holds the message itself. The signature is not checked: it
 * would say who wrote it, which nothing here depends on.
 * @returns the message in it; "encrypted"; undefined if it cannot be read
 */
function openSignedMessage(bytes: Uint8Array): Uint8Array | "encrypted" | undefined {
  try {
    const info = ContentInfo.fromBER(new Uint8Array(bytes));
    if (envelopedTypes.has(info.contentType)) return "encrypted";
    if (info.contentType !== signedData) return undefined;
    const { encapContentInfo } = new SignedData({ schema: info.content });
    if (!(encapContentInfo instanceof EncapsulatedContentInfo)) return undefined;
    const content = encapContentInfo.eContent;
    return content && new Uint8Array(content.getValue());
  } catch {
    return undefined;
  }
}

const maxLength = 100_000;

const answers: Readonly<Record<string, string>> = {
  ACCEPTED: "Accepted",
  DECLINED: "Declined",
  TENTATIVE: "Maybe",
};
const methods: Readonly<Record<string, string>> = {
  REQUEST: "Invitation",
  CANCEL: "Canceled",
  COUNTER: "New time proposed",
};

/** An invitation, or an answer to one (RFC 5545, RFC 5546), as one line: "Accepted: Visit on …". */
function describeCalendar(text: string): string {
  const lines = text
    .slice(0, maxLength)
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const event = lines.findIndex((line) => /^BEGIN:VEVENT/i.test(line));
  const inEvent = lines.slice(event + 1);
  const method = valueIn(lines, "METHOD").toUpperCase();
  const attendee = lineOf(inEvent, "ATTENDEE");
  const answer = /PARTSTAT=([A-Z-]{1,20})/i.exec(attendee)?.[1]?.toUpperCase() ?? "";
  const what = method === "REPLY" ? (answers[answer] ?? "Answer") : (methods[method] ?? "Event");
  const summary = plain(valueIn(inEvent, "SUMMARY"));
  const start = describeTime(lineOf(inEvent, "DTSTART"));
  const place = plain(valueIn(inEvent, "LOCATION"));
  return [`${what}: ${summary || "no title"}`, start && ` on ${start}`, place && `, ${place}`].join(
    "",
  );
}

function lineOf(lines: readonly string[], name: string): string {
  return (
    lines.find((line) => {
      const start = line.slice(0, name.length + 1).toUpperCase();
      return start === `${name}:` || start === `${name};`;
    }) ?? ""
  );
}

function valueIn(lines: readonly string[], name: string): string {
  const line = lineOf(lines, name);
  return line.slice(line.indexOf(":") + 1).trim();
}

function plain(value: string): string {
  return value
    .replaceAll(/\\[nN]/g, " ")
    .replaceAll(/\\([,;\\])/g, "$1")
    .slice(0, 300);
}

/** "November 30, 2026, 10:00 (America/Denver)", in the zone that the sender wrote. */
function describeTime(line: string): string {
  const [, year, month, day, hour, minute, utc] =
    /:(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?/.exec(line) ?? [];
  if (!year || !month || !day) return "";
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const shown = date.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  if (!hour) return shown;
  const zone = utc ? "UTC" : (/TZID="?([^":;]{1,60})/i.exec(line)?.[1] ?? "");
  return `${shown}, ${hour}:${minute}${zone && ` (${zone})`}`;
}

const maxForwardDepth = 5;
/** A text shorter than this may only say that there is another form, in characters. */
const maxStubLength = 300;

export class EmailBody {
  readonly notes = new Set<InboundEmailNote>();
  /** The email, and those in it. */
  readonly roots: Part[] = [];
  readonly shown = new Set<Part>();
  /** Files in winmail.dat. */
  readonly attachments: AttachedFile[] = [];
  html = "";
  readonly #budget: PartBudget;
  readonly #calendars: string[] = [];

  constructor(budget: PartBudget) {
    this.#budget = budget;
  }

  /** The whole text of an email; "" without. */
  async read(root: Part, depth = 0): Promise<string> {
    this.roots.push(root);
    const calendars = this.#calendars.length;
    const text = (await this.#textOf(root, depth)) || this.#readAttachedText(root);
    if (text.includes("-----BEGIN PGP MESSAGE-----")) this.notes.add("encrypted");
    return join([text, ...this.#calendars.splice(calendars)]);
  }

  async #textOf(part: Part, depth: number): Promise<string> {
    const isAttached = part.disposition === "attachment";
    switch (part.type) {
      case "multipart/alternative":
        return this.#readAlternatives(part, depth);
      case "multipart/encrypted":
        this.notes.add("encrypted");
        return "";
      case "message/rfc822":
      case "message/global":
        return this.#readForwarded(part, depth);
      case "application/pkcs7-mime":
      case "application/x-pkcs7-mime":
        return this.#readSigned(part, depth);
      case "text/calendar":
      case "application/ics":
        this.#readCalendar(part);
        return "";
      case "text/x-amp-html":
      case "text/vnd.google.email-reaction+json":
        return "";
    }
    if (part.type.startsWith("multipart/")) return this.#readMixed(part, depth);
    if (/ms-tnef$/.test(part.type) || part.fileName.toLowerCase() === "winmail.dat") {
      return this.#readRichText(part);
    }
    const isText = part.type.startsWith("text/") && !/vcard|directory|headers/.test(part.type);
    if (!isText || isAttached || (part.fileName !== "" && this.shown.size > 0)) return "";
    return this.#readText(part);
  }

  #readText(part: Part): string {
    const { text, html, isCut } = readTextPart(part);
    this.html += html;
    this.shown.add(part);
    if (isCut) this.notes.add("text-cut");
    return text;
  }

  async #readMixed(part: Part, depth: number): Promise<string> {
    const isReport = part.type === "multipart/report";
    const texts: string[] = [];
    const late: Part[] = [];
    for (const child of part.children) {
      // What came back is evidence, not the text of the report.
      if (isReport && !child.type.startsWith("text/") && !child.type.startsWith("multipart/"))
        continue;
      if (isRichText(child)) late.push(child);
      else texts.push(await this.#textOf(child, depth));
    }
    // Outlook repeats the text there, if it wrote one.
    for (const child of late) {
      const rich = await this.#textOf(child, depth);
      if (join(texts) === "") texts.push(rich);
    }
    return join(texts);
  }

  /** The plain form, unless it is blank or only says that there is another. */
  async #readAlternatives(part: Part, depth: number): Promise<string> {
    let plain = "";
    let other = "";
    for (const child of part.children) {
      const isPlain = child.type === "text/plain";
      const isNeeded = plain.length < maxStubLength || !child.type.startsWith("text/");
      const text = isPlain || isNeeded ? await this.#textOf(child, depth) : "";
      if (isPlain) plain ||= text;
      else other ||= text;
      this.shown.add(child);
      if (child.type === "text/html" && !isNeeded) this.html += sourceOf(child);
    }
    return plain === "" || isStub(plain, other) ? other || plain : plain;
  }

  async #readForwarded(part: Part, depth: number): Promise<string> {
    if (depth >= maxForwardDepth) {
      this.notes.add("unreadable");
      return "";
    }
    const inner = readPart(part.content(), this.#budget, depth + 1);
    const text = await this.read(inner, depth + 1);
    return quoteLines(`${introduce(inner)}\n\n${text}`);
  }

  async #readSigned(part: Part, depth: number): Promise<string> {
    const opened = openSignedMessage(part.content());
    if (opened === "encrypted") this.notes.add("encrypted");
    if (opened === undefined || depth >= maxForwardDepth) this.notes.add("unknown-format");
    if (!(opened instanceof Uint8Array) || depth >= maxForwardDepth) return "";
    return this.read(readPart(opened, this.#budget, depth + 1), depth + 1);
  }

  async #readRichText(part: Part): Promise<string> {
    const { text, attachments } = await readTnef(part.content());
    this.attachments.push(...attachments);
    return text;
  }

  #readCalendar(part: Part): void {
    const line = describeCalendar(decodeText(part.content(), part.params.charset ?? "utf-8"));
    if (!this.#calendars.includes(line)) this.#calendars.push(line);
  }

  /** Phones send the words of a message as a file, such as text_0.txt. */
  #readAttachedText(root: Part): string {
    const isNote = (part: Part) => part.type === "text/plain" && !this.shown.has(part);
    const first = root.children.find(isNote) ?? (isNote(root) ? root : undefined);
    return first ? this.#readText(first) : "";
  }
}

function isRichText(part: Part): boolean {
  return /ms-tnef$/.test(part.type) || part.fileName.toLowerCase() === "winmail.dat";
}

/** "Forwarded email from Ed Novak <ed@example.org> on November 25, 2026, 18:00:" */
function introduce({ headers }: Part): string {
  const { name, address } = findSender(headers);
  const who = [name, address && `<${address}>`].filter(Boolean).join(" ");
  const date = headerOf(headers, "date").split(/\s+/).join(" ").slice(0, 60);
  const subject = decodedHeader(headers, "subject");
  const first = ["Forwarded email", who && ` from ${who}`, date && ` on ${date}`, ":"].join("");
  return subject === "" ? first : `${first}\nSubject: ${subject}`;
}

/** Whether a short text is none of the words of the other form. */
function isStub(plain: string, other: string): boolean {
  if (plain.length >= maxStubLength || other.length < 2 * plain.length) return false;
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const start = words(plain).slice(0, 5).join(" ");
  return start !== "" && !words(other.slice(0, 100_000)).join(" ").includes(start);
}

function sourceOf(part: Part): string {
  return Buffer.from(part.content()).toString("latin1");
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n\n");
}
