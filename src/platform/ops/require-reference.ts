import { isReference } from "../contract/form-engine/reference.ts";
import { OperatorError } from "./operator-error.ts";

/** The reference that the operator typed, in any case. @throws OperatorError if it is not one */
export function requireReference(word: string): string {
  const reference = word.toUpperCase();
  if (!isReference(reference)) throw new OperatorError(`"${word}" is not a reference.`);
  return reference;
}
