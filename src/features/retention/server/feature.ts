import { minutes } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { retentionEndpoints } from "../contract/retention.ts";

/** How often the server checks whether the nightly run is due. */
const everyMs = minutes(10);

export const retention: Feature = {
  register(app, context) {
    registerDeskEndpoints(app, context, retentionEndpoints, async () =>
      (await import("./handlers.ts")).retentionHandlers(context),
    );
    registerJobs(app, context, [
      {
        name: "retention",
        needsTrueClock: true,
        everyMs,
        firstAfterMs: everyMs,
        run: async (signal) => (await import("./run.ts")).runRetention(context, signal),
      },
    ]);
  },
};
