import { isReference } from "../../../contract/forms/submission.ts";

/** Shorter ones are no phone numbers. */
const minDigits = 7;

/** The last ten digits, by which phone numbers compare. */
export function phoneKey(phone: string): string {
  return phone.replace(/\D/g, "").slice(-10);
}

/** The key of a word that looks like a phone number. Some references are digits only. */
export function readPhone(word: string): string | undefined {
  if (!/^\+?[\d\s().-]+$/.test(word) || isReference(word)) return undefined;
  return word.replace(/\D/g, "").length < minDigits ? undefined : phoneKey(word);
}

/**
 * A pattern for LIKE that every text with the key's digits matches, whatever stands between them.
 * It matches others too: `phoneKey` decides.
 */
export function likePhone(key: string): string {
  return `%${[...key].join("%")}%`;
}

/** A stored number as people read it: "303-555-0147" of "+13035550147". */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts ? parts.slice(1).join("-") : phone;
}
