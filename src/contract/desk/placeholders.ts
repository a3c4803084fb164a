/** Characters in the name of a placeholder. */
const nameLength = 40;

/** "{{first name}}": letters, digits and spaces in double braces. */
const pattern = new RegExp(`\\{\\{ *([a-z][a-z0-9 ]{0,${nameLength - 1}}?) *\\}\\}`, "gi");

/** Placeholders that the desk fills in by itself, with what they stand for. */
const knownPlaceholders = {
  "first name": "The person's first name",
  "full name": "The person's name",
  reference: "The reference of the message",
  "my name": "Your name",
  "our phone": "Our phone number",
  "our hours": "When we answer the phone",
} as const;

export type KnownPlaceholder = keyof typeof knownPlaceholders;

/** Values by placeholder; an empty one counts as missing. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** Names of the placeholders in a text, in lower case, in their order, each once. */
export function findPlaceholders(text: string): string[] {
  const found = [...text.matchAll(pattern)].map(([, name = ""]) => normalize(name));
  return [...new Set(found)];
}

/** Puts values in the place of placeholders; those without a value stay. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(pattern, (whole, name: string) => {
    const key = normalize(name);
    return (Object.hasOwn(values, key) && values[key]?.trim()) || whole;
  });
}

function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/ +/g, " ");
}
