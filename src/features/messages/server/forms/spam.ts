/**
 * Spam control without puzzles: suspected spam is stored and marked, and its sender sees the usual
 * success. Only a flood from one address is rejected.
 */

import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { barrierForm } from "../../contract/forms/barrier.ts";
import { cancellationForm } from "../../contract/forms/cancellation.ts";
import { worryForm } from "../../contract/forms/worry.ts";
import type { SpamReason } from "../../contract/spam-reasons.ts";

/** A form filled in faster than this was filled in by a bot, in milliseconds. */
const shortestFormTimeMs = seconds(2);

/** Window of the limits, in milliseconds. */
export const limitWindowMs = minutes(10);
/** Records within one window after which further ones are marked. */
const manyPerAddress = 20;
export const manyPerSender = 5;
/** Records within one window after which an address has to wait. */
export const maxPerAddress = 60;

/** Never hidden as spam, since they promise that somebody acts at once. */
const neverSpam: readonly string[] = [cancellationForm, worryForm, barrierForm].map(
  ({ collection }) => collection,
);

export function canBeSpam(collection: string): boolean {
  return !neverSpam.includes(collection);
}

/** Records of one network within a window after which this kind is marked. A right that is asked for is not. */
export function findManyPerAddress(collection: string): number {
  const isSure = canBeSpam(collection) && collection !== dataDeletionForm.collection;
  return isSure ? manyPerAddress : maxPerAddress;
}

export interface SpamSigns {
  readonly honeypot: string;
  /** Undefined if no script ran. */
  readonly formTimeMs: number | undefined;
}

/** Finds the reason to mark a record, judging by the submission alone; queries.ts counts floods. */
export function findSpamReason({ honeypot, formTimeMs }: SpamSigns): SpamReason | null {
  if (honeypot !== "") return "honeypot";
  if (formTimeMs !== undefined && formTimeMs < shortestFormTimeMs) return "too-fast";
  return null;
}
