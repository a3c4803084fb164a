import type { FormDefinition } from "../form-engine/define-form.ts";
import type { ErrorCode } from "./errors.ts";
import { formatFailure, type RequestFailure } from "./failure-message.ts";
import { failureWithWait } from "./failures.ts";

/** Codes whose own sentence says what to do; with any other a form says its usual failure. */
const selfExplanatory: ReadonlySet<string> = new Set<ErrorCode>([
  "user-not-found",
  "wrong-password",
  "wrong-code",
  "login-expired",
  "passkey-refused",
  "email-already-in-use",
  "account-in-use",
  "confirm-needed",
  "link-expired",
  "links-sent",
  "conflict",
  "no-cookies",
  "not-signed-in",
]);

/** A call that a form made and that came to nothing. */
export interface FormError {
  readonly code: ErrorCode | "unreachable";
  /** The alert's sentence. */
  readonly sentence: string;
}

/**
 * Says why a form's call came to nothing, alike in the browser and on the server. A failure
 * that ends with a colon is followed by the cause (SPEC 8).
 */
export function toFormError({ failure }: FormDefinition, error: RequestFailure): FormError {
  const { code, message, retryAfter } = error;
  if (message !== undefined && selfExplanatory.has(code)) return { code, sentence: message };
  const sentence = failure.endsWith(": ")
    ? failure + formatFailure(error)
    : failureWithWait(failure, retryAfter);
  return { code, sentence };
}
