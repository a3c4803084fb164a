import { performance } from "node:perf_hooks";
import { seconds } from "../../contract/durations.ts";
import type { JobDefinition } from "./jobs.ts";

/** Polling interval for new work, in milliseconds. */
const everyMs = seconds(1);
/** Pause between two batches of a backlog while the server is mostly idle, in milliseconds. */
const idlePauseMs = 50;
/** Share of event loop utilization by other work above which the server counts as busy. */
const busyShare = 0.5;
/** While busy, a pause is this many times as long as the batch: visitors have priority. */
const busyPauses = 50;

/**
 * A job that processes visitors' submissions for the desk, in batches. A backlog is processed
 * continuously while the server is idle, and in about 2 % of the time while it is busy.
 * @param runBatch returns whether there may be more
 */
export function backlogJob(name: string, runBatch: () => Promise<boolean>): JobDefinition {
  let pauseMs = everyMs;
  let endOfBatch = performance.eventLoopUtilization();
  return {
    name,
    needsTrueClock: false,
    everyMs: () => pauseMs,
    // Right after startup, visitors have priority.
    firstAfterMs: everyMs,
    run: async () => {
      // Measured since the end of the last batch, so that its own work does not count.
      const isBusy = performance.eventLoopUtilization(endOfBatch).utilization > busyShare;
      const started = performance.now();
      pauseMs = everyMs;
      const mayBeMore = await runBatch();
      if (mayBeMore) {
        const tookMs = performance.now() - started;
        pauseMs = isBusy ? Math.max(everyMs, tookMs * busyPauses) : idlePauseMs;
      }
      endOfBatch = performance.eventLoopUtilization();
    },
  };
}
