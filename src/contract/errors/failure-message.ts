import type { ErrorCode } from "./errors.ts";
import { formatWait } from "./failures.ts";

/**
 * A call that came to nothing, as its answer says it. The sentence travels with the code,
 * so that a page need not carry the catalogue.
 */
export interface RequestFailure {
  readonly code: ErrorCode | "unreachable";
  readonly message?: string;
  /** Seconds to wait; only with the codes "too-many" and "links-sent". */
  readonly retryAfter?: number;
}

/** What went wrong, as the end of a sentence. */
export function formatFailure({ message, retryAfter }: RequestFailure): string {
  if (retryAfter !== undefined) return `too many tries, wait ${formatWait(retryAfter)}.`;
  if (message === undefined) return "the server could not be reached.";
  return message.charAt(0).toLowerCase() + message.slice(1);
}
