import { headerLabels, openings, separatorWords, verbs } from "./quote-words.ts";

/** Longer lines are text. */
const maxLength = 400;
/** Lines over which a program may wrap an introduction. */
const maxWrapped = 3;
const maxHeaders = 16;

export interface Introduction {
  /** Index of the first line, and of the one after the last. */
  readonly start: number;
  readonly end: number;
  /**
   * Whether a program wrote it beyond doubt, so that what follows is quoted also without ">" or
   * words that we know.
   */
  readonly isCertain: boolean;
}

/** A line without marks of quotes and direction, on one kind of space, trimmed. */
export function cleanLine(line: string): string {
  if (line === "\n" || line === "\r\n") return "";
  return line
    .slice(0, maxLength + 1)
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
    .replaceAll("’", "'")
    .trim();
}

/** @returns the introduction that ends with the line at `last`, such as "On Monday, Ann wrote:" */
export function findIntroduction(
  lines: readonly string[],
  last: number,
  addresses: readonly string[],
): Introduction | undefined {
  const line = lines[last] ?? "";
  if (!/[:：]$/.test(line) || line.length > maxLength) return undefined;
  let joined = "";
  for (let start = last; start > last - maxWrapped && start >= 0; start -= 1) {
    const more = lines[start] ?? "";
    if (more === "") return undefined;
    joined = joined === "" ? more : `${more} ${joined}`;
    if (joined.length > maxLength) return undefined;
    const certainty = judge(joined.toLowerCase(), addresses);
    if (certainty === undefined) continue;
    const above = (lines[start - 1] ?? "").toLowerCase();
    const isWrapped = !hasOpening(joined.toLowerCase()) && hasOpening(above) && /\d/.test(above);
    return {
      start: isWrapped && !/[.!?]$/.test(above) ? start - 1 : start,
      end: last + 1,
      isCertain: certainty === "certain",
    };
  }
  return undefined;
}

function judge(text: string, addresses: readonly string[]): "certain" | "likely" | undefined {
  const isOurs = addresses.some((address) => text.includes(address));
  const hasDigit = /\d/.test(text);
  const hasAddress = hasDigit && (isOurs || text.includes("@"));
  const hasDate =
    hasDigit && /(?:^|\D)(?:19|20)\d\d(?:\D|$)/.test(text) && /\d[:.h]\s?\d\d/.test(text);
  const isLikely = hasAddress || hasDate;
  const isOpened = isLikely || /^\d/.test(text) || hasOpening(text);
  if (!isOpened || !hasVerb(text)) return isLikely ? "likely" : undefined;
  // She may introduce what her son wrote.
  return isLikely && (isOurs || addresses.length === 0) ? "certain" : "likely";
}

function hasVerb(text: string): boolean {
  return verbs.some((verb) => {
    const at = text.lastIndexOf(verb);
    if (at === -1) return false;
    const isLatin = /[a-zа-я]$/.test(verb);
    return !isLatin || !/\p{L}/u.test(text.charAt(at + verb.length));
  });
}

function hasOpening(text: string): boolean {
  return openings.some(
    (word) => text.startsWith(word) && /^[\s\d,،]/.test(text.slice(word.length)),
  );
}

type HeaderKind = keyof typeof headerLabels;
const kinds = new Map<string, ReadonlySet<HeaderKind>>();
for (const kind of Object.keys(headerLabels) as HeaderKind[]) {
  for (const label of headerLabels[kind]) {
    kinds.set(label, new Set([...(kinds.get(label) ?? []), kind]));
  }
}

/**
 * @returns the introduction that begins with the line at `start`: "-----Original Message-----", or
 *   header lines as Outlook writes them, with a line of underscores above or without
 */
export function findHeaderBlock(lines: readonly string[], start: number): Introduction | undefined {
  const first = lines[start] ?? "";
  if (isSeparator(first)) {
    const headers = countHeaders(lines, nextText(lines, start + 1));
    return { start, end: headers?.end ?? start + 1, isCertain: true };
  }
  if (/^_{10,}$/.test(first)) {
    const headers = countHeaders(lines, nextText(lines, start + 1));
    return headers && { start, end: headers.end, isCertain: true };
  }
  const headers = countHeaders(lines, start);
  return headers && { start, end: headers.end, isCertain: true };
}

function isSeparator(line: string): boolean {
  if (!line.startsWith("--") || !line.endsWith("--")) return false;
  const words = line.replaceAll("-", " ").trim();
  return separatorWords.includes(words.toLowerCase());
}

/** Index of the next line that is not blank, at most two lines below. */
function nextText(lines: readonly string[], from: number): number {
  let index = from;
  while (lines[index] === "" && index < from + 2) index += 1;
  return index;
}

/** Header lines from `start`; a person may also write "From:" and "To:" of a ride. */
function countHeaders(lines: readonly string[], start: number): { end: number } | undefined {
  const found = new Set<HeaderKind>();
  let sender = "";
  let count = 0;
  let index = start;
  for (; index < Math.min(lines.length, start + maxHeaders); index += 1) {
    const [labels, value] = readHeader(lines[index] ?? "");
    if (!labels) {
      // Programs wrap long lists of recipients.
      const isWrapped = count >= 2 && lines[index] !== "" && readHeader(lines[index + 1] ?? "")[0];
      if (isWrapped) continue;
      break;
    }
    const kind = [...labels].find((one) => !found.has(one));
    if (count === 0 && kind !== "from") return undefined;
    if (count > 0 && !kind && labels.has("from")) break;
    if (kind === "from") sender = value;
    if (kind) found.add(kind);
    count += 1;
  }
  const hasAddress = sender.includes("@");
  const isBlock = found.has("subject") ? found.size >= 3 : found.has("sent") && hasAddress;
  return isBlock ? { end: index } : undefined;
}

function readHeader(line: string): [ReadonlySet<HeaderKind>, string] | [undefined, string] {
  const end = /[:：]/.exec(line.slice(0, 40))?.index ?? -1;
  if (end === -1) return [undefined, ""];
  // "*From:* Support", as Gmail writes bold text.
  const label = line.slice(0, end).replaceAll("*", "").trim().toLowerCase();
  return [kinds.get(label) as ReadonlySet<HeaderKind>, line.slice(end + 1)];
}
