import { performance } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context/app-context.ts";
import { seconds } from "../../platform/durations.ts";
import { registerJobs } from "../../platform/jobs/jobs.ts";
import { indexCases, makeCases } from "../../records/cases/make-cases.ts";

/** New submissions become cases within this time, in milliseconds. */
const everyMs = seconds(1);
/** Pause between two batches of a backlog while the server has little else to do. */
const backlogEveryMs = 50;
/** Share of the time in which the server works, above which a backlog has to wait. */
const busyShare = 0.5;

/** Makes and indexes cases of what was submitted. @returns whether there may be more */
export async function runCases({ database, now }: AppContext): Promise<boolean> {
  const mayBeMore = await makeCases(database, now());
  return (await indexCases(database)) || mayBeMore;
}

/** Makes cases while the server listens; a backlog is worked off when the server has time. */
export function registerCaseJobs(app: FastifyInstance, context: AppContext): void {
  let mayBeMore = false;
  let last = performance.eventLoopUtilization();
  const isBusy = () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization > busyShare;
  };
  registerJobs(app, context, [
    {
      name: "case-index",
      everyMs: () => (mayBeMore && !isBusy() ? backlogEveryMs : everyMs),
      run: async () => {
        mayBeMore = await runCases(context);
      },
    },
  ]);
}
