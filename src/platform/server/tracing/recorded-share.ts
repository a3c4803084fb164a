import { randomInt } from "node:crypto";

/** Resolution of the share. */
const steps = 2 ** 32;

export type ChooseTrace = () => boolean;

/**
 * Head sampling: decides once per trace on this server, before its spans are created, which is most
 * of the cost of a trace. Ignores the sampled flag and the trace ID of the request: anybody on the
 * internet can send them, and could have everything recorded, or nothing.
 * @param ratio share of traces that are recorded, 0 to 1
 */
export function chooseShare(ratio: number): ChooseTrace {
  return ratio >= 1 ? () => true : () => randomInt(steps) < ratio * steps;
}
