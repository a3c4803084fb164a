import { phoneWord } from "../values/phone.ts";
import { pairsOf, soughtPairs, splitRuns, withoutPrefixes } from "./inner-words.ts";
import { similarWords, soughtSimilar } from "./similar-names.ts";
import { writtenPhones } from "./written-phones.ts";

/**
 * Letters that Unicode does not decompose, as people type them on a plain keyboard. Letters with
 * accents, full-width and half-width forms need no row.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", þ: "th", ð: "d", đ: "d", ɖ: "d", ɗ: "d", ł: "l", ƚ: "l", ø: "o" },
  ...{ ı: "i", ɨ: "i", ħ: "h", ŋ: "n", ɲ: "n", ƞ: "n", ŧ: "t", ƭ: "t", ĸ: "k", ƙ: "k", ƀ: "b" },
  ...{ ɓ: "b", ɔ: "o", ɵ: "o", ɛ: "e", ə: "e", ǝ: "e", ɠ: "g", ǥ: "g", ƒ: "f", ʉ: "u", ʋ: "v" },
  ...{ ƴ: "y", ɏ: "y", ƶ: "z", ʒ: "z", ȥ: "z", ƈ: "c", ȼ: "c", ɍ: "r", ɉ: "j", ⱥ: "a", ɇ: "e" },
  ...{ ς: "σ", ґ: "г", ђ: "д", ћ: "ч" },
  ...{ ة: "ه", ى: "ي", ی: "ي", ک: "ك", ګ: "ك", ہ: "ه", ھ: "ه", ٱ: "ا", ے: "ي" },
  ...{ ך: "כ", ם: "מ", ן: "נ", ף: "פ", ץ: "צ" },
};
const withoutDecomposition = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/** How German and Scandinavian names are written without their letters: "Mueller", "Aage". */
const spelledOut: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ø: "oe",
  å: "aa",
};
const spellable = /[äöüøå]/gu;

/** The first digit of scripts whose digits are typed like ours. */
const zeros = ["\u0660", "\u06f0", "\u0966", "\u09e6", "\u0e50", "\u0ed0", "\u17e0", "\u1040"];
const otherDigits = new RegExp(
  `[${zeros.map((zero) => `${zero}-${String.fromCodePoint(codeOf(zero) + 9)}`).join("")}]`,
  "gu",
);

/** Apostrophes of every keyboard, and accents and marks typed in their place. */
const apostrophes = /['’‘‛ʼʻʽ`´′＇׳ꞌ]/gu;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u05be]/gu;
/** Marks on letters, invisible characters, and the stroke that only lengthens Arabic words. */
const invisible = /[\p{M}\p{Cf}\u0640]/gu;
const katakana = /[\u30a1-\u30f6]/gu;
const katakanaBehind = 0x60;

/** A letter has up to two accents, but some symbols stand for whole sentences. */
const maxGrowth = 3;

/**
 * Text as people type it without accents: lower case, plain letters and digits, straight
 * apostrophes and hyphens; katakana as hiragana. Lossy: only for comparing.
 */
export function foldLetters(text: string): string {
  return text
    .replaceAll(apostrophes, "'")
    .normalize("NFKD")
    .slice(0, maxGrowth * text.length)
    .toLowerCase()
    .replaceAll(invisible, "")
    .replaceAll(dashes, "-")
    .replaceAll(withoutDecomposition, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(otherDigits, (digit) => String(digitOf(digit)))
    .replaceAll(katakana, (letter) => String.fromCodePoint(codeOf(letter) - katakanaBehind));
}

/** The same with umlauts spelled out, "mueller"; undefined for text without any. */
function spellOut(text: string): string | undefined {
  const composed = text.normalize("NFC").toLowerCase();
  const written = composed.replaceAll(spellable, (letter) => spelledOut[letter] ?? letter);
  return written === composed ? undefined : foldLetters(written);
}

function digitOf(digit: string): number {
  return codeOf(digit) - Math.max(...zeros.map(codeOf).filter((zero) => zero <= codeOf(digit)));
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** Longer words are truncated, in the index and in searches alike. */
const maxWordLength = 40;
/** Maximum distinct words of one record; a longer text is found by its first ones. */
const maxWords = 6000;
/** Maximum characters of a record that are split: the first ones. */
export const maxIndexedText = 100_000;
const maxSearchWords = 8;

/** Alternatives for one word of a search: all words of one of them must occur, or their starts. */
export type SearchTerm = readonly (readonly string[])[];

/**
 * Splits text into distinct words: lower case, without accents, letters and digits only. An email
 * address, an ID with hyphens, and a name with an apostrophe or hyphen are also words of their own,
 * in addition to their parts. Of runs without spaces, such as Chinese ones, each pair of characters
 * is a word. Phone numbers are words in every form in which people search for them.
 */
export function splitWords(text: string, max = maxWords): string[] {
  const some = text.slice(0, maxIndexedText);
  const plain = foldLetters(some);
  const words = new Set(writtenPhones(plain));
  for (const one of [plain, spellOut(some)]) {
    if (one !== undefined) addWords(words, one, max);
  }
  return [...words].slice(0, max);
}

export function splitNames(names: string): string[] {
  return [...new Set(splitWords(names).flatMap((word) => [word, ...similarWords(word)]))];
}

/**
 * What to look for; a record must have words that start with an alternative of each term. An email
 * address or an ID is searched as one word: "example" and "com" alone occur in most records.
 */
export function searchTerms(text: string): SearchTerm[] {
  const plain = foldLetters(text);
  const phone = phoneWord(plain);
  if (phone !== undefined) return [[[phone]]];
  const abroad = readAbroad(plain);
  if (abroad !== undefined) return [[[abroad], plain.match(parts) ?? []]];
  const spelled = [...(spellOut(text)?.matchAll(terms) ?? [])];
  const found: SearchTerm[] = [];
  let before = "";
  for (const [index, [term]] of [...plain.matchAll(terms)].entries()) {
    const own = alternativesOf(term);
    const other = spelled[index]?.[0];
    const all = other === undefined || other === term ? own : [...own, ...alternativesOf(other)];
    // "O Brien" is also "OBrien".
    const last = isNamePrefix(before) ? found.pop() : undefined;
    found.push(
      last ? [[cut(before + term)], ...last.flatMap((a) => all.map((b) => [...a, ...b]))] : all,
    );
    before = last ? "" : term;
  }
  const distinct = new Map(found.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()].slice(0, maxSearchWords);
}

/** The last ten digits of a complete international number, by which it is found. */
function readAbroad(plain: string): string | undefined {
  if (!/^\s*\+[\d\s()./-]+$/.test(plain)) return undefined;
  const digits = plain.replaceAll(/\D/g, "");
  return digits.length >= 10 && digits.length <= 15 ? digits.slice(-10) : undefined;
}

/** The same, but each word may also be a name that differs by one letter. */
export function similarTerms(text: string): SearchTerm[] {
  return searchTerms(text).map((term) => [
    ...term,
    ...term.flatMap((words) =>
      words.length === 1 ? words.flatMap(soughtSimilar).map((word) => [word]) : [],
    ),
  ]);
}

/** Letters and digits, and the characters that join them in an email address, an ID or a name. */
const terms = /[\p{L}\p{N}]+(?:[@._+'-]+[\p{L}\p{N}]+)*/gu;
const parts = /[\p{L}\p{N}]+/gu;
const joints = /[@._+'-]/g;

/** First parts of names that are written with and without a space: "O Brien", "Mc Donald". */
function isNamePrefix(word: string): boolean {
  return word === "o" || word === "d" || word === "l" || word === "mc" || word === "mac";
}

/** Shorter ones start too many other words. */
const minSoughtStem = 3;

/** Names with apostrophes or hyphens have at most this many parts. */
const maxNameParts = 4;

function isOneWord(term: string): boolean {
  return term.includes("@") || (term.includes("-") && /\p{N}/u.test(term));
}

function addWords(words: Set<string>, plain: string, max: number): void {
  let before = "";
  const seen = new Set<string>();
  for (const [term] of plain.matchAll(terms)) {
    if (isNamePrefix(before)) words.add(joinTerm(before + term));
    before = term;
    if (seen.has(term)) continue;
    seen.add(term);
    for (const part of term.match(parts) ?? []) addPart(words, part, max);
    if (isOneWord(term)) words.add(joinTerm(term));
    else if (/['-]/.test(term)) for (const joined of joinName(term)) words.add(joined);
    if (words.size >= max) return;
  }
}

function addPart(words: Set<string>, part: string, max: number): void {
  for (const { text, isUnspaced } of splitRuns(part)) {
    for (const word of isUnspaced ? pairsOf(text) : [text, ...withoutPrefixes(text)]) {
      if (words.size >= max) return;
      words.add(cut(word));
    }
  }
}

function alternativesOf(term: string): SearchTerm {
  if (isOneWord(term)) return [[joinTerm(term)]];
  const name = term.replace(/'s$/, "");
  const separate = (name.match(parts) ?? []).flatMap(splitRuns);
  const words = separate.flatMap(({ text, isUnspaced }) =>
    isUnspaced ? soughtPairs(text, maxSearchWords) : [text],
  );
  const first = separate[0];
  const stems =
    separate.length === 1 && first && !first.isUnspaced
      ? withoutPrefixes(first.text).filter((stem) => stem.length >= minSoughtStem)
      : [];
  const joined = words.length > 1 && /['-]/.test(name) ? joinName(name).slice(0, 1) : [];
  return [joined, words.map(cut), ...stems.map((stem) => [cut(stem)])].filter(
    (one) => one.length > 0,
  );
}

/** A name without its apostrophes and hyphens, also without the possessive. */
function joinName(term: string): readonly string[] {
  const count = term.match(parts)?.length ?? 0;
  if (count > maxNameParts || splitRuns(term.replaceAll(joints, "")).some((run) => run.isUnspaced))
    return [];
  return [...new Set([joinTerm(term), joinTerm(term.replace(/'s$/, ""))])];
}

function joinTerm(term: string): string {
  return cut(term.replaceAll(joints, ""));
}

/**
 * Truncates a word. SQLite's tokenizer does not know the newest letters, so those behind the first
 * 65,536 characters are spelled as their numbers.
 */
function cut(word: string): string {
  return word
    .replaceAll(/[\u{10000}-\u{10ffff}]/gu, (letter) => `u${letter.codePointAt(0)?.toString(16)}`)
    .slice(0, maxWordLength);
}
