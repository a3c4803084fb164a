import type { FastifyInstance } from "fastify";
import { hours } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { registerJobs, runWhileListening } from "../../../platform/server/jobs/jobs.ts";
import { createConversionWorker } from "./attribution/conversion-sender.ts";
import { sweepDrafts } from "./resumes/discard.ts";
import { warnOfQuotas } from "./resumes/resume-quota.ts";

const sweepEveryMs = hours(1);
const remindEveryMs = hours(1);

/** While the server listens: sends conversions that are due and deletes old drafts. */
export function registerBackgroundWork(app: FastifyInstance, context: AppContext): void {
  registerJobs(app, context, [
    {
      name: "draft-sweep",
      needsTrueClock: true,
      everyMs: sweepEveryMs,
      run: () => sweepDrafts(context),
    },
    {
      name: "document-reminders",
      needsTrueClock: true,
      everyMs: remindEveryMs,
      run: async () => (await import("./documents/remind-of-end.ts")).remindOfEnds(context),
    },
    warnOfQuotas(app, context),
  ]);
  if (Object.keys(context.config.conversions.sources).length === 0) return;
  const conversions = createConversionWorker(context, app.log);
  runWhileListening(app, async () => {
    conversions.start();
    return () => conversions.stop();
  });
}
