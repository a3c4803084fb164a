/** A worker that serves no requests, for tests of the primary. SIGUSR2 blocks it for 500 ms. */
import { PrimaryLink } from "../../src/server/workers/primary-link.ts";

const link = new PrimaryLink(20);
process.on("SIGUSR2", () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
});
await link.untilNeeded();
link.ready("http://127.0.0.1", () => undefined);
