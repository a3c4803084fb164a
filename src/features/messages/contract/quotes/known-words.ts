/** Words in a row that make a phrase; fewer are not enough to know a text by. */
const phraseLength = 3;

/** The words of messages that may be repeated, wrapped into other lines. */
export class KnownWords {
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

  /** Whether a line is one of a known message, or all its words are in one, in their order. */
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
