import { plainSigns, withoutInvisible } from "./text.ts";

/**
 * A phone number as it is checked and stored: digits and signs of any keyboard as the plain ones,
 * without invisible characters, such as those that contact lists add.
 */
export function normalizePhone(text: string): string {
  const plain = plainSigns(withoutInvisible(text.normalize("NFKC")));
  return plain.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, toDigit).trim();
}

/** The digit of Arabic or Persian: the last four bits of its code are its value. */
function toDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 15);
}

/** Begins an extension, or another number. */
const separator = /ext|x|#|[,;/]|\bor\b/i;

/**
 * Splits a normalized number from its extension.
 * @returns `extension` as digits; "" without one. All text in `main` if what follows is none.
 */
export function splitExtension(text: string): {
  readonly main: string;
  readonly extension: string;
} {
  const at = text.search(separator);
  const rest = at < 0 ? undefined : /^\D*(\d{1,7})$/.exec(text.slice(at));
  if (!rest) return { main: text, extension: "" };
  return { main: text.slice(0, at).trim(), extension: rest[1] ?? "" };
}

interface PhoneSuggestion {
  /** As in "303-555-0142". */
  readonly number: string;
  /** Digits that were typed after it; "" without an extension. */
  readonly extension: string;
}

/** The US number in what was typed, as the forms accept it; undefined without one. */
export function suggestPhone(typed: string): PhoneSuggestion | undefined {
  const { main, extension } = splitExtension(normalizePhone(typed));
  // The first one, if there are several.
  const [first = ""] = main.split(separator, 1);
  const digits = first.replace(/\D/g, "").replace(/^(?:011|00)?1(?=\d{10}$)/, "");
  // Neither the area code nor the exchange starts with 0 or 1.
  const parts = /^([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(digits);
  return parts ? { number: parts.slice(1).join("-"), extension } : undefined;
}
