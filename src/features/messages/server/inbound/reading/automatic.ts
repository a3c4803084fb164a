import { foldQuotes } from "../../../contract/quotes/fold-quotes.ts";
import { type Header, headerOf, headersOf } from "./mime/headers.ts";
import { automaticPhrases, automaticSubjects } from "./phrases.ts";

/** Characters of a text in which a phrase may be. */
const maxLength = 4000;

/**
 * Whether an email is an automatic reply. Only `Auto-Submitted: auto-replied` (RFC 3834) and
 * `auto-notified` (RFC 5436) say so alone: forwarding sets `auto-generated`, Exchange sets
 * `X-Auto-Response-Suppress` on what people write, and lists set `Precedence`. Otherwise it needs
 * the subject that mail programs give to such a reply, and beside it its words or one of these
 * headers.
 */
export function isAutomaticReply(
  headers: readonly Header[],
  subject: string,
  text: string,
): boolean {
  const submitted = headersOf(headers, "auto-submitted").map((value) => value.toLowerCase());
  if (submitted.some((value) => /^auto-(?:replied|notified)\b/.test(value))) return true;
  const start = subject.trim().toLowerCase();
  const hasSubject = automaticSubjects.some((phrase) => start.startsWith(phrase));
  if (!hasSubject) return hasResponderHeader(headers) && saysSo(text);
  return (
    hasResponderHeader(headers) ||
    submitted.some((value) => value.startsWith("auto-generated")) ||
    /\b(?:all|oof|autoreply)\b/i.test(headerOf(headers, "x-auto-response-suppress")) ||
    /^(?:auto_reply|bulk|junk)/i.test(headerOf(headers, "precedence")) ||
    saysSo(text)
  );
}

/** Headers of programs that answer by themselves. */
function hasResponderHeader(headers: readonly Header[]): boolean {
  return ["x-autoreply", "x-autorespond", "x-autoresponder"].some(
    (name) => !/^(?:no)?$/i.test(headerOf(headers, name)),
  );
}

function saysSo(text: string): boolean {
  const own = foldQuotes(text.slice(0, maxLength))
    .filter(({ isQuoted }) => !isQuoted)
    .map((piece) => piece.text)
    .join("")
    .toLowerCase()
    .replaceAll("’", "'");
  return automaticPhrases.some((phrase) => own.includes(phrase));
}
