import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/app-context.ts";
import { hours, seconds } from "../platform/durations.ts";
import { registerJobs } from "../platform/jobs/jobs.ts";

/** New signups are listed within this time, in milliseconds. */
const listEveryMs = seconds(1);
/** Pause between two batches of a backlog, in milliseconds. */
const backlogEveryMs = 100;
const sweepEveryMs = hours(1);

/** While the server listens: lists new signups, and deletes those that nobody confirmed. */
export function registerNewsletterJobs(app: FastifyInstance, context: AppContext): void {
  let mayBeMore = false;
  registerJobs(app, context, [
    {
      name: "newsletter-list",
      everyMs: () => (mayBeMore ? backlogEveryMs : listEveryMs),
      run: async () => {
        const { listNewSignups } = await import("./list-new-signups.ts");
        mayBeMore = await listNewSignups(context);
      },
    },
    {
      name: "newsletter-sweep",
      everyMs: sweepEveryMs,
      firstAfterMs: sweepEveryMs,
      run: async () => {
        const { sweepConfirmations } = await import("./confirmations.ts");
        while (await sweepConfirmations(context.database, context.now()));
      },
    },
  ]);
}
