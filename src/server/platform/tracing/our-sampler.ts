import { randomInt } from "node:crypto";
import { type Context, trace } from "@opentelemetry/api";
import { type Sampler, SamplingDecision, type SamplingResult } from "@opentelemetry/sdk-trace";

/** How finely a share is told apart. */
const steps = 2 ** 32;

/**
 * Decides once for each trace on this server. Neither the flag nor the id that a request brings
 * counts: anybody on the internet may send them, and could have everything recorded, or nothing.
 */
export class OurSampler implements Sampler {
  readonly #ratio: number;

  /** @param ratio share of traces that are recorded, 0 to 1 */
  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  shouldSample(context: Context): SamplingResult {
    const parent = trace.getSpan(context);
    const isOurs = parent && !parent.spanContext().isRemote;
    const isSampled = isOurs
      ? (parent.spanContext().traceFlags & 1) === 1
      : randomInt(steps) < this.#ratio * steps;
    return {
      decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    };
  }

  toString(): string {
    return `OurSampler{${this.#ratio}}`;
  }
}
