import { maxTextLength } from "../inbound-email.ts";
import { decodeText } from "./charset.ts";
import { htmlToText } from "./html.ts";
import type { Part } from "./parts.ts";

/** Bytes of one part that are read: four for each character that is kept, and blank ones. */
const maxBytes = 8 * maxTextLength;
/** Characters that are looked at; line ends may take two. */
const maxLength = 2 * maxTextLength;

export interface PartText {
  /** "" without a visible character. */
  readonly text: string;
  /** Its source, if it is HTML. */
  readonly html: string;
  readonly isCut: boolean;
}

export function readTextPart(part: Part): PartText {
  const read = readForm(part);
  return /^[\s\p{Cf}]*$/u.test(read.text) ? { ...read, text: "" } : read;
}

function readForm(part: Part): PartText {
  const all = part.content();
  const bytes = all.subarray(0, maxBytes);
  const isLong = all.length > maxBytes;
  const { charset = "", format = "", delsp = "" } = part.params;
  if (part.type === "text/html" || part.type === "application/xhtml+xml") {
    const html = decodeText(bytes, charset || charsetOfHtml(bytes));
    const { text, isCut } = htmlToText(html);
    return { text: tidy(text), html, isCut: isCut || isLong };
  }
  const decoded = decodeText(bytes, charset).trim();
  const lines = decoded.slice(0, maxLength).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const isEnriched = part.type === "text/enriched" || part.type === "text/richtext";
  const plain = isEnriched ? lines.replaceAll(/<[^<>]*>/g, "") : lines;
  const isFlowed = format.toLowerCase() === "flowed";
  const text = isFlowed ? unfoldFlowed(plain, delsp.toLowerCase() === "yes") : plain;
  return { text: text.trim(), html: "", isCut: isLong || decoded.length > maxLength };
}

/** What `<meta charset>` says. */
function charsetOfHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  return /charset=["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? "";
}

/** At most one blank line between others. */
function tidy(text: string): string {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line, index, all) => line !== "" || all[index - 1] !== "")
    .join("\n");
}

/** Joins the lines of text with `format=flowed` (RFC 3676). Takes linear time. */
function unfoldFlowed(text: string, isSpaceDeleted: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: number; parts: string[] } | undefined;
  const close = () => {
    if (open) paragraphs.push(write(open.depth, open.parts.join("")));
    open = undefined;
  };
  for (const line of text.split("\n")) {
    let depth = 0;
    while (line[depth] === ">") depth += 1;
    const stuffed = line.slice(depth);
    const content = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed;
    if (open && open.depth !== depth) close();
    const isFlowed = content.endsWith(" ") && content !== "-- ";
    if (content === "-- ") close();
    open ??= { depth, parts: [] };
    open.parts.push(isFlowed && isSpaceDeleted ? content.slice(0, -1) : content);
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join("\n");
}

function write(depth: number, text: string): string {
  return depth === 0 ? text : `${">".repeat(depth)} ${text}`;
}
