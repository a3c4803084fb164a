import type { FastifyInstance } from "fastify";
import { hours } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { backlogJob } from "../../../platform/server/jobs/backlog-job.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";

const sweepEveryMs = hours(1);

/** While the server listens: lists new signups, and deletes those that nobody confirmed. */
export function registerNewsletterJobs(app: FastifyInstance, context: AppContext): void {
  registerJobs(app, context, [
    backlogJob("newsletter-list", async () => {
      const { listNewSignups } = await import("./list-new-signups.ts");
      return listNewSignups(context);
    }),
    {
      name: "newsletter-sweep",
      needsTrueClock: true,
      everyMs: sweepEveryMs,
      firstAfterMs: sweepEveryMs,
      run: async () => {
        const { sweepConfirmations } = await import("./confirmations.ts");
        while (await sweepConfirmations(context.database, context.now()));
      },
    },
  ]);
}
