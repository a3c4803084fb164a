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
export function spellOut(text: string): string | undefined {
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
