import { performance } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/app-context.ts";
import { minutes, seconds } from "../platform/durations.ts";
import { registerJobs } from "../platform/jobs/jobs.ts";
import { indexCases, makeCases } from "../records/cases/make-cases.ts";

/** What was sent reaches the desk within this time, in milliseconds. */
const everyMs = seconds(1);
/** Pause between two batches of a backlog while the server has little else to do. */
const backlogEveryMs = 50;
/** Share of the time in which the server works, above which a backlog has to wait. */
const busyShare = 0.5;
/** How often days that are over are counted, in milliseconds. */
const countEveryMs = minutes(10);

/** Makes and indexes cases of what was submitted. @returns whether there may be more */
export async function runCases({ database, now }: AppContext): Promise<boolean> {
  const mayBeMore = await makeCases(database, now());
  return (await indexCases(database)) || mayBeMore;
}

/** Numbers and indexes what applicants sent. @returns whether there may be more */
export async function runApplications({ database }: AppContext): Promise<boolean> {
  // Loaded in the job: the server starts without.
  const [applications, waitlist] = await Promise.all([
    import("../records/applicants/number-applications.ts"),
    import("../records/applicants/waitlist-people.ts"),
  ]);
  const more = [
    await applications.numberApplications(database),
    await applications.indexApplications(database),
    await waitlist.makeWaitlistPeople(database),
  ];
  return more.includes(true);
}

/**
 * Brings what people sent to the desk while the server listens; a backlog is worked off when the
 * server has time.
 */
export function registerIndexJobs(app: FastifyInstance, context: AppContext): void {
  registerIndexJob(app, context, "case-index", runCases);
  registerIndexJob(app, context, "application-index", runApplications);
  registerJobs(app, context, [
    {
      name: "funnel-days",
      everyMs: countEveryMs,
      run: async () => {
        const { countFunnelDays } = await import("../records/applicants/funnel-days.ts");
        while (await countFunnelDays(context.database, context.now()));
      },
    },
  ]);
}

function registerIndexJob(
  app: FastifyInstance,
  context: AppContext,
  name: string,
  runBatch: (context: AppContext) => Promise<boolean>,
): void {
  let mayBeMore = false;
  let last = performance.eventLoopUtilization();
  const isBusy = () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization > busyShare;
  };
  registerJobs(app, context, [
    {
      name,
      everyMs: () => (mayBeMore && !isBusy() ? backlogEveryMs : everyMs),
      run: async () => {
        mayBeMore = await runBatch(context);
      },
    },
  ]);
}
