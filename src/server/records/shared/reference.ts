import { randomInt } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../../contract/forms/submission.ts";

/** A new reference; the database rejects the rare one that is taken. */
export function makeReference(): string {
  // One random number for all letters: drawing it is the slow part.
  return spellReference(randomInt(referenceAlphabet.length ** referenceLength));
}

/** Writes a whole number, less than the count of all references, as a reference. */
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
