import { randomInt } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../contract/submission.ts";

/** A new reference; the database refuses the rare one that is taken. */
export function makeReference(): string {
  const letters = referenceAlphabet.length;
  // One draw for all letters: a draw costs more than the rest of it.
  let drawn = randomInt(letters ** referenceLength);
  let reference = "";
  while (reference.length < referenceLength) {
    reference += referenceAlphabet[drawn % letters];
    drawn = Math.floor(drawn / letters);
  }
  return reference;
}
