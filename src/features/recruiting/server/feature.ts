import { minutes, seconds } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { backlogJob } from "../../../platform/server/jobs/backlog-job.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { applicationEndpoints, applicationsTopic } from "../contract/applications.ts";
import { documentEndpoints } from "../contract/documents/document-endpoints.ts";
import { funnelEndpoints } from "../contract/funnel.ts";
import { waitlistEndpoints } from "../contract/waitlist.ts";
import { runApplications } from "./applicants/run-applications.ts";
import { applicationsLiveTopic } from "./desk/live-topic.ts";
import { readStorage } from "./resumes/resume-quota.ts";
import { registerRecruiting } from "./routes.ts";

/** How often completed days are counted, in milliseconds. */
const countEveryMs = minutes(10);

/** Open pages reload these by themselves. */
const passive = { isPassive: true };

export const recruiting: Feature = {
  register(app, context) {
    registerRecruiting(app, context);
    registerDeskEndpoints(
      app,
      context,
      applicationEndpoints,
      async () => (await import("./desk/handlers.ts")).applicationHandlers(context),
      { list: passive, board: passive, counts: passive },
    );
    registerDeskEndpoints(
      app,
      context,
      documentEndpoints,
      async () => (await import("./desk/document-handlers.ts")).documentHandlers(context),
      { list: passive },
    );
    registerDeskEndpoints(app, context, funnelEndpoints, async () =>
      (await import("./desk/funnel-handlers.ts")).funnelHandlers(context),
    );
    registerDeskEndpoints(app, context, waitlistEndpoints, async () =>
      (await import("./desk/waitlist-handlers.ts")).waitlistHandlers(context),
    );
    registerJobs(app, context, [
      backlogJob("application-index", () => runApplications(context)),
      {
        name: "funnel-days",
        needsTrueClock: true,
        everyMs: countEveryMs,
        firstAfterMs: seconds(1),
        run: async () => {
          const { countFunnelDays } = await import("./applicants/funnel-days.ts");
          while (await countFunnelDays(context.database, context.now()));
        },
      },
    ]);
  },
  liveTopics: { [applicationsTopic]: applicationsLiveTopic },
  readMetrics: readStorage,
  counters: ["conversions_given_up_total"],
};
