import { brand } from "../../../brand.ts";

const nameLength = 40;

/** "{{first name}}": letters, digits and spaces in double braces. */
const pattern = new RegExp(`\\{\\{ *([a-z][a-z0-9 ]{0,${nameLength - 1}}?) *\\}\\}`, "gi");

export const knownPlaceholders = {
  "first name": "First name of the recipient",
  "full name": "Full name of the recipient",
  reference: "The reference of the message",
  "my name": "Your name",
  "our phone": "Our phone number",
  "our hours": "When we answer the phone",
} as const;

export type KnownPlaceholder = keyof typeof knownPlaceholders;

/** Values by placeholder; an empty one counts as missing. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/**
 * The values that the desk knows; empty if the person did not say.
 * @param writer name of the staff member who writes
 */
export function knownValues(
  person: { readonly name: string; readonly reference: string },
  writer: string,
): Readonly<Record<KnownPlaceholder, string>> {
  return {
    "first name": person.name.trim().split(/\s+/)[0] ?? "",
    "full name": person.name,
    reference: person.reference,
    "my name": writer,
    "our phone": brand.phone.shown,
    "our hours": brand.phone.hours,
  };
}

export function blankError(name: string): string {
  return `Fill in the ${name}. A reply can't be sent with a blank.`;
}

/** Distinct names of the placeholders in a text, in lower case and in order. */
export function findPlaceholders(text: string): string[] {
  const found = [...text.matchAll(pattern)].map(([, name = ""]) => normalize(name));
  return [...new Set(found)];
}

/** Replaces placeholders with their values; those without a value are kept. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(pattern, (whole, name: string) => {
    const key = normalize(name);
    return (Object.hasOwn(values, key) && values[key]?.trim()) || whole;
  });
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/ +/g, " ");
}
