import { randomInt } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../contract/form-engine/reference.ts";

/** A new random reference; a unique index rejects the rare duplicate. */
export function makeReference(): string {
  // One random number for all letters, since generating it is the slow part.
  return spellReference(randomInt(referenceAlphabet.length ** referenceLength));
}

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
