import type { Part } from "../mime/parts.ts";
import { decodeText } from "./charset.ts";
import { unfoldFlowed } from "./flowed.ts";
import { htmlToText } from "./html.ts";

/** Bytes of one part that are read; the text that is kept is shorter. */
const maxBytes = 8_000_000;

/** The text of a part whose type is one of text. */
export function readTextPart(part: Part): { text: string; html: string; isCut: boolean } {
  const all = part.content();
  const bytes = all.subarray(0, maxBytes);
  const isLong = all.length > maxBytes;
  const { charset = "", format = "", delsp = "" } = part.params;
  if (part.type === "text/html" || part.type === "application/xhtml+xml") {
    const html = decodeText(bytes, charset || charsetOfHtml(bytes));
    const { text, isCut } = htmlToText(html);
    return { text: tidy(text), html, isCut: isCut || isLong };
  }
  const decoded = decodeText(bytes, charset).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const isEnriched = part.type === "text/enriched" || part.type === "text/richtext";
  const plain = isEnriched ? decoded.replaceAll(/<[^<>]*>/g, "") : decoded;
  const isFlowed = format.toLowerCase() === "flowed";
  const text = isFlowed ? unfoldFlowed(plain, delsp.toLowerCase() === "yes") : plain;
  return { text: text.trim(), html: "", isCut: isLong };
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
