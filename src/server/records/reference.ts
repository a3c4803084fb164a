import { randomInt } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../contract/forms/submission.ts";

/** A new reference; the database rejects the rare one that is taken. */
export function makeReference(): string {
  // One draw for all letters: a draw costs more than the rest of it.
  return spellReference(randomInt(referenceAlphabet.length ** referenceLength));
}

/** Writes a whole number as a reference; it must be below the count of all references. */
export function spellReference(number: number): string {
  const letters = referenceAlphabet.length;
  let rest = number;
  let reference = "";
  while (reference.length < referenceLength) {
    reference += referenceAlphabet[rest % letters];
    rest = Math.floor(rest / letters);
  }
  return reference;
}
