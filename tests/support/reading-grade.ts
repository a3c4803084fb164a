/** Sentences of a text; a colon ends one too. */
export function sentences(text: string): string[] {
  return text.split(/(?<=[.!?:]) (?=\S)/).filter((part) => part.length > 0);
}

/** Words of a text: parts with a letter or a digit. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Approximate count: groups of vowels, without a silent e at the end. */
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

/** Maximum grade of a page and of a single sentence. */
interface Grades {
  readonly page: number;
  readonly sentence: number;
}

const usualGrades: Grades = { page: 8, sentence: 12 };
/** Minimum words for a sentence to be graded with others, and by itself; labels are shorter. */
const minSentenceWords = 5;
const minLongSentenceWords = 8;

/** Email addresses, URLs and very long words, which cannot be simplified. */
const ignoredWords = /@|https?:|.{26}/;

/**
 * Grades all visible text including labels, all sentences, and each long sentence.
 * @returns one line for each error
 */
export function findHardWords(lines: readonly string[], grades: Grades = usualGrades): string[] {
  const parts = lines
    .map((line) => words(line).filter((word) => !ignoredWords.test(word)))
    .flatMap((kept) => sentences(kept.join(" ")));
  const whole = parts.filter((part) => words(part).length >= minSentenceWords);
  const found: string[] = [];
  for (const [what, list] of [
    ["the page", parts],
    ["its sentences", whole],
  ] as const) {
    const grade = list.length > 0 ? readingGrade(list) : 0;
    if (grade > grades.page) found.push(`${what}: reading grade ${grade.toFixed(1)}`);
  }
  // Headings and choices have no final punctuation.
  for (const part of whole.filter((one) => /[.!?:]$/.test(one))) {
    const grade = readingGrade([part]);
    if (words(part).length >= minLongSentenceWords && grade > grades.sentence) {
      found.push(`reading grade ${grade.toFixed(1)}: "${part}"`);
    }
  }
  return found;
}

const inLine = /<\/?(?:a|b|strong|em|i|time|abbr)\b[^>]*>/g;
const unread = /<(script|style|svg|template)\b.*?<\/\1>/gs;

/** The visible lines of text in a page's main element. */
export function linesOf(html: string): string[] {
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? "";
  return (
    main
      .replace(unread, "\n")
      .replaceAll("<!-- -->", "")
      // Adjacent links are buttons, not a sentence.
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
