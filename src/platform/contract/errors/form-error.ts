import type { FormDefinition } from "../form-engine/define-form.ts";
import { failureWithWait, formatError, type RequestError } from "./error-message.ts";
import type { ErrorCode } from "./errors.ts";

/** Codes whose message says what to do; for others a form shows its usual failure message. */
const selfExplanatory: ReadonlySet<string> = new Set<ErrorCode>([
  "user-not-found",
  "wrong-password",
  "account-locked",
  "wrong-code",
  "welcome-refused",
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

export interface FormError {
  readonly code: ErrorCode | "unreachable";
  readonly sentence: string;
}

/**
 * The error of a form's failed request, the same in the browser and on the server. A failure
 * message that ends with a colon is followed by the cause.
 */
export function toFormError({ failure }: FormDefinition, error: RequestError): FormError {
  const { code, message, retryAfter } = error;
  if (message !== undefined && selfExplanatory.has(code)) return { code, sentence: message };
  const sentence = failure.endsWith(": ")
    ? failure + formatError(error)
    : failureWithWait(failure, retryAfter);
  return { code, sentence };
}
