import type { FastifyInstance } from "fastify";
import { startBackgroundJobs } from "../background.ts";
import { StepBackDetector } from "../clock.ts";
import type { AppContext } from "../context.ts";
import { pullBackConversions, sendDueConversions } from "./conversion-sender.ts";
import { sweepDrafts } from "./discard.ts";
import { warnOfQuotas } from "./resume-quota.ts";

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
