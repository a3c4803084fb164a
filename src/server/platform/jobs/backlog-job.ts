import { performance } from "node:perf_hooks";
import { seconds } from "../durations.ts";
import type { JobDefinition } from "./jobs.ts";

/** How often is looked for new work, in milliseconds. */
const everyMs = seconds(1);
/** Pause between two batches of a backlog while the server has little else to do. */
const idlePauseMs = 50;
/** Share of the time in which the server does other work, above which a backlog has to wait. */
const busyShare = 0.5;
/** Then a pause is so many times as long as the batch was: visitors come first. */
const busyPauses = 50;

/**
 * A job that brings what visitors sent to where staff see it, in batches. A backlog is worked off
 * at once while the server has time, and in about 2 % of the time while it is busy.
 * @param runBatch returns whether there may be more
 */
export function backlogJob(name: string, runBatch: () => Promise<boolean>): JobDefinition {
  let pauseMs = everyMs;
  let endOfBatch = performance.eventLoopUtilization();
  return {
    name,
    everyMs: () => pauseMs,
    // Visitors of a server that has just started come first.
    firstAfterMs: everyMs,
    run: async () => {
      // Since the last batch, whose own work does not count.
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
