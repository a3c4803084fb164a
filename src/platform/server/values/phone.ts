import { createRequire } from "node:module";
import { isReference } from "../../contract/form-engine/reference.ts";
import { normalizePhone, splitExtension } from "../../contract/phone.ts";

/** Fewer digits are not a phone number. */
const minDigits = 7;
/** Longer texts hold more than a number; the library reads no more. */
const maxLength = 250;

type Library = typeof import("libphonenumber-js/min");

const require = createRequire(import.meta.url);
let library: Library | undefined;

/**
 * The number without its extension, by which numbers are compared however they are written: ten
 * digits of the US and its neighbors, otherwise with the country, as in "+442079460958". The last ten
 * digits of a text that is no number.
 */
export function phoneKey(phone: string): string {
  const text = normalizePhone(phone);
  const digits = toDigits(text);
  if (isPlainUs(text, digits)) return digits.slice(-10);
  if (digits.length < minDigits || text.length > maxLength) return digits.slice(-10);
  const number = parse(text) ?? parse(`+${digits}`);
  if (!number) return digits.slice(-10);
  return number.countryCallingCode === "1" ? number.nationalNumber : number.number;
}

/** The key of the number in a submission; "" without one. */
export function submittedPhoneKey(data: { readonly phone?: unknown }): string {
  return typeof data.phone === "string" ? phoneKey(data.phone) : "";
}

/** What nearly all numbers are: ten digits, maybe after a 1, with any separators. */
function isPlainUs(text: string, digits: string): boolean {
  if (!/^\+?[\d\s().-]*$/.test(text)) return false;
  if (digits.length === 11) return digits.startsWith("1");
  return digits.length === 10 && !text.startsWith("+");
}

/** Loads the library on first need, which takes a tenth of a second; few numbers need it. */
function parse(text: string) {
  library ??= require("libphonenumber-js/min") as Library;
  const number = library.parsePhoneNumberFromString(text, "US");
  return number?.isPossible() ? number : undefined;
}

function toDigits(text: string): string {
  return text.replace(/\D/g, "");
}

/** The key of a word that looks like a phone number. Some references are digits only. */
export function readPhone(word: string): string | undefined {
  const text = normalizePhone(word);
  const { main } = splitExtension(text);
  if (!/^\+?[\d\s().-]+$/.test(main) || isReference(word)) return undefined;
  return toDigits(main).length < minDigits ? undefined : phoneKey(text);
}

/**
 * Words by which a number is found: its digits, with and without the country's, the last seven and
 * four.
 */
export function phoneWords(phone: string): readonly string[] {
  const key = phoneKey(phone);
  if (key === "") return [];
  const digits = toDigits(key);
  const national = digits.slice(-10);
  return [...new Set([digits, national, `1${national}`, digits.slice(-7), digits.slice(-4)])];
}

/**
 * The search word for a text that is a complete phone number, however typed. Other texts, such as
 * one that is still being typed, are searched word by word: the digits before each separator are
 * the start of one of `phoneWords`.
 */
export function phoneWord(typed: string): string | undefined {
  const text = normalizePhone(typed);
  const { main } = splitExtension(text);
  if (!/^\+?[\d\s().-]+$/.test(main)) return undefined;
  const digits = toDigits(main);
  if (digits.length === 7 && !main.startsWith("+")) return digits;
  if (isPlainUs(main, digits)) return digits.slice(-10);
  const isForeign = /^(?:\+|011)/.test(main) && digits.length > 8 && parse(main) !== undefined;
  return isForeign ? toDigits(phoneKey(main)) : undefined;
}

/** Formats a stored number for people: "303-555-0147" for "+13035550147". */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts ? parts.slice(1).join("-") : phone;
}
