import type { Operation } from "./command.ts";
import { OperatorError } from "./operator-error.ts";

/** @throws OperatorError if PUBLIC_URL, the origin of emailed links, is not set */
export function linkContext({ config: { publicUrl } }: Operation) {
  if (publicUrl === undefined)
    throw new OperatorError("Set PUBLIC_URL: the emailed link contains it.");
  return { origin: () => publicUrl, now: Date.now };
}
