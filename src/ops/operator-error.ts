/** A mistake the operator can mend: shown as its sentence alone, without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
