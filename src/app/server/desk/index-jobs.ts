import type { FastifyInstance } from "fastify";
import { minutes, seconds } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/context/app-context.ts";
import { backlogJob } from "../../../platform/server/jobs/backlog-job.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";

/** Dependencies of the jobs. */
type JobContext = Pick<AppContext, "database" | "now">;

/** How often completed days are counted, in milliseconds. */
const countEveryMs = minutes(10);

/** Creates and indexes cases for submissions. @returns whether there may be more */
export async function runCases({ database, now }: JobContext): Promise<boolean> {
  // Loaded in the job, so that the server starts faster.
  const { makeCases } = await import("../../../features/messages/server/cases/make-cases.ts");
  const index = await import("../../../features/messages/server/cases/index-cases.ts");
  const mayBeMore = await makeCases(database, now());
  const isMissing = await index.indexCases(database);
  const isStale = await index.reindexStaleCases(database);
  // New messages first.
  return mayBeMore || isMissing || isStale || (await index.rebuildCases(database));
}

/** Numbers and indexes sent applications. @returns whether there may be more */
export async function runApplications({ database, now }: JobContext): Promise<boolean> {
  const [applications, waitlist] = await Promise.all([
    import("../../../features/recruiting/server/applicants/number-applications.ts"),
    import("../../../features/recruiting/server/applicants/waitlist-people.ts"),
  ]);
  const more = [
    await applications.numberApplications(database, now()),
    await applications.indexApplications(database),
    await applications.rebuildApplications(database),
    await waitlist.makeWaitlistPeople(database),
  ];
  return more.includes(true);
}

/**
 * Brings submissions and applications to the desk while the server listens; a backlog is processed
 * when the server has time.
 */
export function registerIndexJobs(app: FastifyInstance, context: AppContext): void {
  registerJobs(app, context, [
    backlogJob("case-index", () => runCases(context)),
    backlogJob("application-index", () => runApplications(context)),
    {
      name: "funnel-days",
      needsTrueClock: true,
      everyMs: countEveryMs,
      firstAfterMs: seconds(1),
      run: async () => {
        const { countFunnelDays } = await import(
          "../../../features/recruiting/server/applicants/funnel-days.ts"
        );
        while (await countFunnelDays(context.database, context.now()));
      },
    },
  ]);
}
