/** Characters of a reference: no two look or sound alike. */
export const referenceAlphabet = "23456789ACDEFHJKMNPRTWXY";
export const referenceLength = 8;

export function isReference(text: string): boolean {
  return new RegExp(`^[${referenceAlphabet}]{${referenceLength}}$`).test(text);
}
