import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/app-context.ts";
import { StepBackDetector } from "../platform/clock.ts";
import { startBackgroundJobs } from "../platform/jobs/background-jobs.ts";
import { pullBackConversions, sendDueConversions } from "./attribution/conversion-sender.ts";
import { sweepDrafts } from "./resumes/discard.ts";
import { warnOfQuotas } from "./resumes/resume-quota.ts";

/** How often the outbox of conversions is looked at, in milliseconds. */
const sendEveryMs = 5000;
const sweepEveryMs = 60 * 60 * 1000;

/** While the server listens: makes the calls that are due and deletes old drafts. */
export function registerBackgroundWork(app: FastifyInstance, context: AppContext): void {
  const clock = new StepBackDetector();
  const drafts = { name: "drafts", everyMs: sweepEveryMs, run: () => sweepDrafts(context) };
  const conversions = {
    name: "conversions",
    everyMs: sendEveryMs,
    run: async () => {
      await clock.repairIfSetBack(context.now(), () => pullBackConversions(context));
      await sendDueConversions(context, app.log);
    },
  };
  const tellsAnybody = Object.keys(context.config.conversions.sources).length > 0;
  const always = [drafts, warnOfQuotas(app, context)];
  startBackgroundJobs(app, tellsAnybody ? [conversions, ...always] : always);
}
