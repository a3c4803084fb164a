import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of buffers that are still referenced in this process. */
export async function heldBytes(): Promise<number> {
  let held = Number.POSITIVE_INFINITY;
  // Freed buffers are released asynchronously.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await setImmediate();
    held = Math.min(held, process.memoryUsage().arrayBuffers);
  }
  return held;
}
