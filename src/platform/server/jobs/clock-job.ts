import type { FastifyInstance } from "fastify";
import { minutes } from "../../contract/durations.ts";
import type { ClockGuard } from "./clock-guard.ts";
import { type Jobs, registerJobs } from "./jobs.ts";

const everyMs = minutes(1);

/** Checks the clock every minute while the server listens, and logs when it is in doubt. */
export function registerClock(
  app: FastifyInstance,
  context: { readonly jobs: Jobs; readonly clock: ClockGuard },
): void {
  context.clock.onEvent(({ doubt, byMs }) => {
    if (doubt === "over") {
      app.log.info("the clock has been steady for an hour: jobs that delete go on");
      return;
    }
    app.log.warn(
      { doubt, bySeconds: Math.round(byMs / 1000) },
      "the clock is in doubt: jobs that delete or give up wait for an hour of steady time, or for `ops clock confirm`",
    );
  });
  registerJobs(app, context, [
    { name: "clock", needsTrueClock: false, everyMs, run: () => context.clock.isTrusted() },
  ]);
}
