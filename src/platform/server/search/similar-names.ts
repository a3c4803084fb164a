/**
 * Starts the words by which a misspelled name is found. It is a letter, since the indexes drop
 * other characters, and one that people do not type.
 */
const marker = "ʘ";

/** Shorter words have too many others that differ by a letter. */
const minLetters = 4;
/** The last letters of longer names are not compared. */
const maxLetters = 24;

/**
 * Words that names share if they differ by one letter that is wrong, missing, extra or swapped with
 * its neighbor: the name itself, and the name without each of its letters (the method of SymSpell).
 * A search needs as many look-ups as the name has letters, however many records there are.
 * @param name one word, as `splitWords` makes it
 */
export function similarWords(name: string): readonly string[] {
  const letters = [...name].slice(0, maxLetters);
  if (letters.length < minLetters - 1 || !/^\p{L}+$/u.test(name)) return [];
  const shorter =
    letters.length < minLetters ? [] : letters.map((_, at) => letters.toSpliced(at, 1).join(""));
  return [...new Set([letters.join(""), ...shorter])].map((word) => marker + word);
}

/** Whether a word is one of these: it is sought whole, not as the start of another. */
export function isSimilarWord(word: string): boolean {
  return word.startsWith(marker);
}

/** The same for a word of a search; empty if it is too short to be compared. */
export function soughtSimilar(word: string): readonly string[] {
  return [...word].length < minLetters ? [] : similarWords(word);
}
