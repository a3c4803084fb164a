import { cleanLine, findHeaderBlock, findIntroduction } from "./introductions.ts";

/** Words in a row that make a phrase; fewer are not enough to know a text by. */
const phraseLength = 3;

/** The words of messages that may be repeated, wrapped into other lines. */
class KnownWords {
  readonly #phrases = new Set<string>();
  /** Whole lines, also short ones. */
  readonly #lines = new Set<string>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const phrase of phrasesOf(wordsOf(text))) this.#phrases.add(phrase);
      for (const line of text.split("\n")) {
        const words = wordsOf(line);
        if (words.length > 0) this.#lines.add(words.join(" "));
      }
    }
  }

  has(line: string): boolean {
    return this.findIn([line])[0] === true;
  }

  /** For each line, whether all its words are in a known message, wrapped in whatever way. */
  findIn(lines: readonly string[]): boolean[] {
    if (this.#lines.size === 0) return lines.map(() => false);
    const byLine = lines.map(wordsOf);
    const all = byLine.flat();
    const isKnown: boolean[] = new Array(all.length).fill(false);
    phrasesOf(all).forEach((phrase, at) => {
      if (this.#phrases.has(phrase)) isKnown.fill(true, at, at + phraseLength);
    });
    let start = 0;
    return byLine.map((words) => {
      const end = start + words.length;
      const isInside = words.length > 0 && isKnown.slice(start, end).every(Boolean);
      start = end;
      return isInside || this.#lines.has(words.join(" "));
    });
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function phrasesOf(words: readonly string[]): string[] {
  const count = Math.max(0, words.length - phraseLength + 1);
  return Array.from({ length: count }, (_, at) => words.slice(at, at + phraseLength).join(" "));
}

export interface QuotePiece {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** What was written before, in a conversation. */
export interface KnownMessages {
  /** Whole bodies, as sent: ours and theirs. */
  readonly texts: readonly string[];
  /** The addresses that our emails come from. */
  readonly addresses: readonly string[];
}

/** Blank lines that may separate an introduction from its quote. */
const maxGap = 2;
/** Lines that are looked at, so that the longest text takes a fraction of a second. */
const maxLines = 20_000;

/**
 * Separates what a person wrote from what their program quoted, for display: the pieces, joined,
 * are the text. Takes linear time, and looks at the first 20,000 lines.
 *
 * Quoted are: lines with ">" that a program introduced, in many languages, or that repeat known
 * words; all below the header lines of Outlook or "-----Original Message-----", and below a certain
 * introduction without ">". Answers between and below quotes are not, as far as the known words
 * tell quotes and answers apart. In doubt nothing is quoted, neither signatures, nor a text that
 * would be quoted as a whole.
 */
export function foldQuotes(
  text: string,
  known: KnownMessages = { texts: [], addresses: [] },
): readonly QuotePiece[] {
  const raw = splitLines(text);
  const isQuoted = markQuotes(raw, known);
  const isOwn = (line: string, index: number) => !isQuoted[index] && line.trim() !== "";
  if (!raw.some(isOwn)) return [{ text, isQuoted: false }];
  const pieces: QuotePiece[] = [];
  let start = 0;
  for (let index = 1; index <= raw.length; index += 1) {
    const quoted = isQuoted[start] === true;
    if (index < raw.length && (isQuoted[index] === true) === quoted) continue;
    pieces.push({ text: raw.slice(start, index).join(""), isQuoted: quoted });
    start = index;
  }
  return pieces;
}

/** The lines with their ends; beyond `maxLines`, all others as one. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const isLast = lines.length === maxLines;
    const end = (isLast ? 0 : text.indexOf("\n", start) + 1) || text.length;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function markQuotes(raw: readonly string[], { texts, addresses }: KnownMessages): boolean[] {
  const words = new KnownWords(texts);
  const ours = addresses.map((address) => address.toLowerCase()).filter(Boolean);
  const lines = raw.map(cleanLine);
  const isQuoted: boolean[] = new Array(lines.length).fill(false);
  const mark = (start: number, end: number) => isQuoted.fill(true, start, end);
  let wasQuoted = false;
  let index = 0;
  while (index < lines.length) {
    if (isMarked(lines[index])) {
      const end = endOfRun(lines, index);
      const isQuote: boolean =
        isIntroducedInside(lines, index, end, ours) ||
        lines.slice(index, end).some((line) => /^> ?>/.test(line) || words.has(unmark(line))) ||
        (wasQuoted && !lines.slice(index, end).some((line) => unmark(line).includes(" > ")));
      if (isQuote) mark(index, end);
      wasQuoted ||= isQuote;
      index = end;
      continue;
    }
    const found = lines[index] === "" ? undefined : findAt(lines, index, ours);
    const next = found && skipBlank(lines, found.end, maxGap);
    if (found && next !== undefined && isMarked(lines[next])) {
      const end = endOfRun(lines, next);
      mark(found.start, end);
      wasQuoted = true;
      index = end;
      continue;
    }
    if (found && next !== undefined && next < lines.length) {
      const isKnown = words.has(lines[next] ?? "");
      if (found.isCertain || isKnown) {
        mark(found.start, next);
        markBelow(lines, next, words, isQuoted);
        break;
      }
    }
    index = found && found.end > index ? found.end : index + 1;
  }
  joinGaps(lines, isQuoted);
  return isQuoted;
}

function findAt(lines: readonly string[], index: number, addresses: readonly string[]) {
  return findHeaderBlock(lines, index) ?? findIntroduction(lines, index, addresses);
}

/** Everything below is quoted, but answers between and below what is known are not. */
function markBelow(
  lines: readonly string[],
  start: number,
  words: KnownWords,
  isQuoted: boolean[],
): void {
  const isKnown = words.findIn(lines.map((line, index) => (index < start ? "" : unmark(line))));
  const first = isKnown.indexOf(true);
  if (first === -1) {
    isQuoted.fill(true, start);
    return;
  }
  isQuoted.fill(true, start, first);
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const isIntroduction = findHeaderBlock(lines, index);
    if (isIntroduction) {
      isQuoted.fill(true, index, isIntroduction.end);
      index = isIntroduction.end - 1;
    } else if (isMarked(line) || isKnown[index]) isQuoted[index] = true;
  }
}

function isMarked(line: string | undefined): boolean {
  return line?.startsWith(">") === true;
}

/** Without the marks of quoting. */
function unmark(line: string): string {
  let start = 0;
  while (line[start] === ">" || line[start] === " ") start += 1;
  return line.slice(start);
}

/** The end of a run of marked lines; a blank line between two of them belongs to it. */
function endOfRun(lines: readonly string[], start: number): number {
  let end = start;
  for (let index = start; index < lines.length; index += 1) {
    if (isMarked(lines[index])) end = index + 1;
    else if (lines[index] !== "" || index > end) break;
  }
  return end;
}

/** Apple Mail quotes its introduction too. */
function isIntroducedInside(
  lines: readonly string[],
  start: number,
  end: number,
  addresses: readonly string[],
): boolean {
  const inner = lines.slice(start, Math.min(end, start + 8)).map(unmark);
  const first = inner.findIndex((line) => line !== "");
  if (first === -1) return false;
  if (findHeaderBlock(inner, first)) return true;
  return [0, 1, 2].some((more) => findIntroduction(inner, first + more, addresses) !== undefined);
}

function skipBlank(lines: readonly string[], from: number, limit: number): number {
  let index = from;
  while (lines[index] === "" && index < from + limit) index += 1;
  return index;
}

/** Blank lines between two quoted ones, or at the end, are quoted too. */
function joinGaps(lines: readonly string[], isQuoted: boolean[]): void {
  let start = -1;
  for (let index = 0; index <= lines.length; index += 1) {
    if (index < lines.length && lines[index] === "" && !isQuoted[index]) continue;
    const isGap = start !== -1 && index - start > 1 && (isQuoted[index] ?? true);
    if (isGap) isQuoted.fill(true, start + 1, index);
    start = isQuoted[index] ? index : -1;
  }
}
