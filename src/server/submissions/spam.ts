/**
 * Spam care without puzzles: what looks like spam is kept and marked, and its sender
 * sees the usual success. Only a flood from one address is turned away.
 */

import { minutes, seconds } from "../platform/durations.ts";

/** Nobody reads and fills in a form in less, in milliseconds. */
const shortestFormTimeMs = seconds(2);

/** Window of the limits, in milliseconds. */
export const limitWindowMs = minutes(10);
/** Records of one window from which on the next ones are marked. */
export const manyPerAddress = 20;
export const manyPerSender = 5;
/** Records of one window from which on an address has to wait. */
export const maxPerAddress = 60;

/** Signs that a page leaves in a submission. */
export interface SpamSigns {
  readonly honeypot: string;
  /** Undefined when no script ran. */
  readonly formTimeMs: number | undefined;
}

/** What the submission itself gives away; a flood is noticed where earlier records are counted. */
export function findSpamReason({ honeypot, formTimeMs }: SpamSigns): string | null {
  if (honeypot !== "") return "honeypot";
  if (formTimeMs !== undefined && formTimeMs < shortestFormTimeMs) return "too-fast";
  return null;
}
