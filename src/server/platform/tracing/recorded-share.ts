import { randomInt } from "node:crypto";

/** How finely a share is told apart. */
const steps = 2 ** 32;

/** Whether the trace that begins now is recorded. */
export type ChooseTrace = () => boolean;

/**
 * Decides once for each trace on this server, before anything is made for it: most of the cost of a
 * trace is making its spans. Neither the flag nor the id that a request brings counts: anybody on the
 * internet may send them, and could have everything recorded, or nothing.
 * @param ratio share of traces that are recorded, 0 to 1
 */
export function chooseShare(ratio: number): ChooseTrace {
  return ratio >= 1 ? () => true : () => randomInt(steps) < ratio * steps;
}
