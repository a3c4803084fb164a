import { isolateNumbers } from "../../../../platform/contract/isolate.ts";
import type { QuotedRange } from "../inbound-emails.ts";

/** A block of a text on screen: "quoted" and "more" are collapsed at first. */
export interface TextBlock {
  readonly look: "own" | "quoted" | "more";
  readonly text: string;
  readonly start: number;
}

/** A screenful: characters and lines of own words that are shown at once. */
const maxLength = 2000;
const maxLines = 30;

/**
 * The blocks of a text for display: own words, quotes, and all that is longer than a screen. The
 * last one is "more" if the own words are longer.
 */
export function toTextBlocks(text: string, quotes: readonly QuotedRange[]): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  const add = (look: TextBlock["look"], start: number, end: number) => {
    const part = text.slice(start, end);
    if (part.trim() !== "") blocks.push({ look, text: isolateNumbers(trimLines(part)), start });
  };
  let left = { length: maxLength, lines: maxLines };
  let start = 0;
  for (const [from, to] of [...quotes, [text.length, text.length] as const]) {
    const cut = findCut(text, start, from, left);
    if (cut < from) {
      add("own", start, cut);
      add("more", cut, text.length);
      return blocks;
    }
    add("own", start, from);
    left = {
      length: left.length - (from - start),
      lines: left.lines - countLines(text, start, from),
    };
    add("quoted", from, to);
    start = to;
  }
  return blocks;
}

/** Where the first screenful ends: at a line or word if one is near; `end` if all of it fits. */
function findCut(
  text: string,
  start: number,
  end: number,
  left: { readonly length: number; readonly lines: number },
): number {
  let position = start;
  for (let line = 0; line < Math.max(1, left.lines) && position < end; line += 1) {
    const next = text.indexOf("\n", position);
    position = next === -1 || next >= end ? end : next + 1;
  }
  const max = start + Math.max(200, left.length);
  if (position <= max) return position;
  const before = text.lastIndexOf(" ", max);
  return before > start + 100 ? before + 1 : max;
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    count += 1;
  }
  return count;
}

/** Without empty lines at the start and white space at the end. */
function trimLines(text: string): string {
  const lines = text.trimEnd();
  const indent = lines.length - lines.trimStart().length;
  return lines.slice(lines.lastIndexOf("\n", Math.max(0, indent - 1)) + 1 || 0);
}
