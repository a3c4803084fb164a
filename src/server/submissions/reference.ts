import { randomInt } from "node:crypto";
import { referenceAlphabet, referenceLength } from "../../contract/submission.ts";

/** A new reference; the database refuses the rare one that is taken. */
export function makeReference(): string {
  let reference = "";
  while (reference.length < referenceLength) {
    reference += referenceAlphabet[randomInt(referenceAlphabet.length)];
  }
  return reference;
}
