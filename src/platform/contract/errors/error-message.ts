import type { ErrorCode } from "./errors.ts";

/**
 * A failed request, as reported by the server. The response contains the message, so that pages
 * need not contain the catalogue.
 */
export interface RequestError {
  readonly code: ErrorCode | "unreachable";
  readonly message?: string;
  /** Seconds to wait; only with the codes "too-many" and "links-sent". */
  readonly retryAfter?: number;
}

export function formatError({ message, retryAfter }: RequestError): string {
  if (retryAfter !== undefined) return `too many tries, wait ${formatWait(retryAfter)}.`;
  if (message === undefined) return "the server could not be reached.";
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/**
 * A form's usual failure message, with the wait if there were too many tries: `seconds` from the
 * response.
 */
export function failureWithWait(failure: string, seconds: number | undefined): string {
  return seconds === undefined ? failure : `${failure} Wait ${formatWait(seconds)} first.`;
}

/** Formats a wait, rounded up: "1 minute", "3 minutes". */
function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
