import { foldQuotes } from "../../../contract/fold-quotes.ts";
import type { QuotedRange } from "../../../contract/inbound-emails.ts";

/** Characters of one text that a list of entries contains; a longer one is opened by itself. */
export const maxShownLength = 20_000;
/** Characters of all texts of a list, from which on each is only begun. */
const maxListLength = 1_000_000;
const maxBegun = 500;

/** A text as a list of entries contains it. */
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

/** The parts of an email's text that repeat others. @param ours our texts of the conversation */
export function findQuotes(text: string, ours: readonly string[]): readonly QuotedRange[] {
  const ranges: QuotedRange[] = [];
  let start = 0;
  for (const part of foldQuotes(text, { texts: ours })) {
    const end = start + part.text.length;
    if (part.isQuoted) ranges.push([start, end]);
    start = end;
  }
  return ranges;
}
