/**
 * Spam care without puzzles: what looks like spam is kept and marked, and its sender
 * sees the usual success. Only a flood from one address is turned away.
 */

/** Nobody reads and fills in a form in less, in milliseconds. */
const shortestFormTimeMs = 2000;

/** Window of the limits, in milliseconds. */
export const limitWindowMs = 10 * 60 * 1000;
/** Records of one window above which the next ones are marked. */
const manyPerAddress = 20;
const manyPerSender = 5;
/** Records of one window above which an address has to wait. */
export const mostPerAddress = 60;

/** Signs that a page leaves in a submission. */
export interface SpamSigns {
  readonly honeypot: string;
  /** Undefined when no script ran. */
  readonly formTimeMs: number | undefined;
  /** Earlier records of the window. */
  readonly fromAddress: number;
  readonly fromSender: number;
}

/** Why a submission looks like spam, or null. */
export function findSpamReason(signs: SpamSigns): string | null {
  if (signs.honeypot !== "") return "honeypot";
  if (signs.formTimeMs !== undefined && signs.formTimeMs < shortestFormTimeMs) return "too-fast";
  if (signs.fromAddress >= manyPerAddress) return "many-from-address";
  if (signs.fromSender >= manyPerSender) return "many-from-sender";
  return null;
}
