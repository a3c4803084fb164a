/** Sentences of a text; a colon ends one too. */
export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?:]) (?=\S)/).filter((part) => part.length > 0);
}

/** Words of a text: what has a letter or a digit in it. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Rough count: groups of vowels, without a silent e at the end. */
function syllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  const spoken = letters.replace(/(?:[^laeiouy]es|[^t]ed|[^laeiouy]e)$/, "x");
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/** Flesch-Kincaid grade of whole sentences. */
export function readingGrade(all: readonly string[]): number {
  const list = all.flatMap(words);
  const spoken = list.reduce((sum, word) => sum + syllables(word), 0);
  return (0.39 * list.length) / all.length + (11.8 * spoken) / list.length - 15.59;
}

/** Highest grade of a page, and of one of its sentences: the sixth to eighth year of school, and one hard line. */
const highestGrade = 8;
const highestOfOne = 12;
/** A sentence from so many words on tells how hard it is to read; a label does not. */
const wholeSentence = 5;
const longSentence = 8;

/** Names, addresses and the like, which are nobody's to make easier. */
const given = /@|https?:|.{26}/;

/**
 * Judges what a reader sees: everything, labels and choices of a word or two among it; the
 * sentences alone; and each long one.
 * @returns one line for each error
 */
export function findHardWords(lines: readonly string[]): string[] {
  const parts = lines
    .map((line) => words(line).filter((word) => !given.test(word)))
    .flatMap((kept) => sentences(kept.join(" ")));
  const whole = parts.filter((part) => words(part).length >= wholeSentence);
  const found: string[] = [];
  for (const [what, list] of [
    ["the page", parts],
    ["its sentences", whole],
  ] as const) {
    const grade = list.length > 0 ? readingGrade(list) : 0;
    if (grade > highestGrade) found.push(`${what}: reading grade ${grade.toFixed(1)}`);
  }
  // Headings and lists of choices end without a mark.
  for (const part of whole.filter((one) => /[.!?:]$/.test(one))) {
    const grade = readingGrade([part]);
    if (words(part).length >= longSentence && grade > highestOfOne) {
      found.push(`reading grade ${grade.toFixed(1)}: "${part}"`);
    }
  }
  return found;
}

/** What stands in a line with the words around it. */
const inLine = /<\/?(?:a|b|strong|em|i|time|abbr)\b[^>]*>/g;
const unread = /<(script|style|svg|template)\b.*?<\/\1>/gs;

/** The lines of text that a reader of a page's main part sees, as its markup has them. */
export function linesOf(html: string): string[] {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  return (
    main
      .replace(unread, "\n")
      .replaceAll("<!-- -->", "")
      // Links beside each other are buttons, and no sentence.
      .replaceAll("</a><a", "</a>\n<a")
      .replace(inLine, "")
      .replace(/<[^>]+>/g, "\n")
      .replaceAll("&#x27;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .split("\n")
      .map((line) => line.replace(/\s+/g, " ").trim())
      .filter((line) => words(line).length > 0)
  );
}
