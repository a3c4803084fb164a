import { isReference } from "../../../contract/forms/submission.ts";

/** Fewer digits are not a phone number. */
const minDigits = 7;

/** The last ten digits, by which phone numbers are compared. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, "").slice(-10);
}

/** The key of a word that looks like a phone number. Some references are digits only. */
export function readPhone(word: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(word) || isReference(word)) return undefined;
  return word.replace(/\D/g, "").length < minDigits ? undefined : phoneKey(word);
}

/**
 * Words by which a number is found: its ten digits, also with a leading 1, the last seven and four.
 */
export function phoneWords(phone: string): readonly string[] {
  const key = phoneKey(phone);
  return key === "" ? [] : [key, `1${key}`, key.slice(-7), key.slice(-4)];
}

/**
 * The search word for a text that is a complete phone number, however typed. Other texts, such as
 * one that is still being typed, are searched word by word: the digits before each separator are
 * the start of one of `phoneWords`.
 */
export function phoneWord(text: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(text.trim())) return undefined;
  const digits = text.replace(/\D/g, "");
  if (digits.length === 7 || digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : undefined;
}

/** Formats a stored number for people: "303-555-0147" for "+13035550147". */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts ? parts.slice(1).join("-") : phone;
}
