import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/app-context.ts";
import { minutes, seconds } from "../platform/durations.ts";
import { backlogJob } from "../platform/jobs/backlog-job.ts";
import { registerJobs } from "../platform/jobs/jobs.ts";
import { indexCases, makeCases } from "../records/cases/make-cases.ts";

/** What the work needs. */
type JobContext = Pick<AppContext, "database" | "now">;

/** How often days that are over are counted, in milliseconds. */
const countEveryMs = minutes(10);

/** Makes and indexes cases of what was submitted. @returns whether there may be more */
export async function runCases({ database, now }: JobContext): Promise<boolean> {
  const mayBeMore = await makeCases(database, now());
  return (await indexCases(database)) || mayBeMore;
}

/** Numbers and indexes what applicants sent. @returns whether there may be more */
export async function runApplications({ database, now }: JobContext): Promise<boolean> {
  // Loaded in the job: the server starts without.
  const [applications, waitlist] = await Promise.all([
    import("../records/applicants/number-applications.ts"),
    import("../records/applicants/waitlist-people.ts"),
  ]);
  const more = [
    await applications.numberApplications(database, now()),
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
  registerJobs(app, context, [
    backlogJob("case-index", () => runCases(context)),
    backlogJob("application-index", () => runApplications(context)),
    {
      name: "funnel-days",
      everyMs: countEveryMs,
      firstAfterMs: seconds(5),
      run: async () => {
        const { countFunnelDays } = await import("../records/applicants/funnel-days.ts");
        while (await countFunnelDays(context.database, context.now()));
      },
    },
  ]);
}
