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

/** A number that the forms accept. */
interface PhoneSuggestion {
  /** As in "303-555-0142". */
  readonly number: string;
  /** Digits that were typed after it; "" without an extension. */
  readonly extension: string;
}

/** Signs between a number and its extension, or a second number. */
const separator = /ext|x|#|[,;/]|\bor\b/i;

/** The US number in what was typed, as the forms accept it; undefined without exactly one. */
export function suggestPhone(typed: string): PhoneSuggestion | undefined {
  const text = normalizePhone(typed);
  const end = text.search(separator);
  const main = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? "" : text.slice(end).replace(/\D/g, "");
  const digits = main.replace(/\D/g, "").replace(/^(?:011|00)?1(?=\d{10}$)/, "");
  // Neither the area code nor the exchange starts with 0 or 1.
  const parts = /^([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(digits);
  if (!parts) return undefined;
  return { number: parts.slice(1).join("-"), extension: rest.length < 8 ? rest : "" };
}
