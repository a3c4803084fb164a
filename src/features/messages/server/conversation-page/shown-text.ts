import { brand } from "../../../../brand.ts";
import { foldQuotes } from "../../contract/forms/fold-quotes.ts";
import type { QuotedRange } from "../../contract/inbound-emails.ts";

/** Characters of one text that a list of entries contains; a longer one is opened by itself. */
export const maxShownLength = 20_000;
/** Characters of all texts of a list, from which on each is only begun. */
const maxListLength = 1_000_000;
const maxBegun = 500;

interface ShownText {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Shortens the texts of a conversation for one response: emails may be long, and many.
 * @param texts oldest first, each at most one character longer than `maxShownLength`
 */
export function shortenTexts(texts: readonly string[]): readonly ShownText[] {
  let left = maxListLength;
  const shortened = texts.toReversed().map((text) => {
    const max = left > 0 ? maxShownLength : maxBegun;
    left -= Math.min(text.length, max);
    return { text: text.slice(0, max).toWellFormed(), isCut: text.length > max };
  });
  return shortened.reverse();
}

/** Characters of earlier texts in which quotes are looked up. */
const maxKnownLength = 50_000;

const addresses = [brand.email.support];

/**
 * The parts of an email's text that repeat others.
 * @param earlier texts of the conversation, oldest first
 */
export function findQuotes(text: string, earlier: readonly string[]): readonly QuotedRange[] {
  let left = maxKnownLength;
  const texts: string[] = [];
  for (let index = earlier.length - 1; index >= 0 && left > 0; index -= 1) {
    const known = earlier[index] ?? "";
    texts.push(known.slice(0, left));
    left -= known.length;
  }
  const ranges: QuotedRange[] = [];
  let start = 0;
  for (const piece of foldQuotes(text, { texts, addresses })) {
    const end = start + piece.text.length;
    if (piece.isQuoted) ranges.push([start, end]);
    start = end;
  }
  return ranges;
}
