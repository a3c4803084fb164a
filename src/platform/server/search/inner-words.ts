/** Scripts that write no spaces between words. */
const unspaced =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const startsUnspaced = new RegExp(`^[${unspaced}]`, "u");

export interface Run {
  readonly text: string;
  /** Whether words may begin and end anywhere in it. */
  readonly isUnspaced: boolean;
}

export function splitRuns(word: string): readonly Run[] {
  const parts = word.match(runs) ?? [];
  return parts.map((text) => ({ text, isUnspaced: startsUnspaced.test(text) }));
}

/**
 * Every two neighboring characters of a run without spaces, and its last character, so that any
 * part of the run is found by its pairs.
 */
export function* pairsOf(run: string): Iterable<string> {
  let before: string | undefined;
  for (const character of run) {
    if (before !== undefined) yield before + character;
    before = character;
  }
  if (before !== undefined) yield before;
}

/** The pairs that a search for a run needs. One character is the start of a pair. */
export function soughtPairs(run: string, max: number): readonly string[] {
  const pairs = [...pairsOf(run)];
  return pairs.slice(0, Math.min(max, Math.max(1, pairs.length - 1)));
}

const arabic = /^\p{sc=Arab}+$/u;
const hebrew = /^\p{sc=Hebr}+$/u;
/** "and", "so", then "with", "like" or "for", then the article. */
const arabicPrefix = /^(?:[وف]?[بكل]?ال|[وف]?لل|[وفبكلس])/u;
const hebrewPrefixes = "הובלמשכ";
/** What is left has at least this many letters. */
const minStem = 2;
const maxHebrewPrefixes = 3;

/** An Arabic or Hebrew word without the prefixes that may be joined to it. */
export function withoutPrefixes(word: string): readonly string[] {
  if (arabic.test(word)) {
    const prefix = arabicPrefix.exec(word)?.[0] ?? "";
    const stems = [...new Set([word.slice(prefix.length), word.slice(1)])];
    return prefix === "" ? [] : stems.filter((stem) => isPlausible(word, stem, prefix));
  }
  if (!hebrew.test(word)) return [];
  const stems: string[] = [];
  let stem = word;
  while (stems.length < maxHebrewPrefixes && hebrewPrefixes.includes(stem.charAt(0))) {
    stem = stem.slice(1);
    if (stem.length < minStem) break;
    stems.push(stem);
  }
  return stems;
}

/** The whole prefix, or only its first letter if that alone may be one. */
function isPlausible(word: string, stem: string, prefix: string): boolean {
  if (stem.length < minStem) return false;
  return stem.length === word.length - prefix.length || /^[وفبكلس]/u.test(word);
}
