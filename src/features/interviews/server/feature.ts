import { minutes, seconds } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { interviewEndpoints, interviewsTopic } from "../contract/endpoints.ts";
import { interviewsLiveTopic } from "./live-topic.ts";

export const interviews: Feature = {
  register(app, context) {
    registerDeskEndpoints(
      app,
      context,
      interviewEndpoints,
      async () => (await import("./desk/handlers.ts")).interviewHandlers(context),
      { week: { isPassive: true }, read: { isPassive: true } },
    );
    registerJobs(app, context, [
      {
        name: "interview-notices",
        needsTrueClock: false,
        everyMs: seconds(10),
        firstAfterMs: seconds(5),
        run: async () => (await import("./tell.ts")).tellOfChanges(context),
      },
      {
        name: "interview-reminders",
        needsTrueClock: true,
        everyMs: minutes(5),
        firstAfterMs: minutes(1),
        run: async () => (await import("./remind.ts")).remindOfInterviews(context),
      },
    ]);
  },
  liveTopics: { [interviewsTopic]: interviewsLiveTopic },
};
