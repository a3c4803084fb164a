import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Total size of buffers that are still referenced in this process, in bytes. */
export async function bufferBytes(): Promise<number> {
  let bytes = Number.POSITIVE_INFINITY;
  // Freed buffers are released asynchronously.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await setImmediate();
    bytes = Math.min(bytes, process.memoryUsage().arrayBuffers);
  }
  return bytes;
}
