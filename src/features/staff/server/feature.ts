import {
  deskLoginEndpoints,
  ownSignInEndpoints,
  staffEndpoints,
} from "../../../platform/contract/desk/staff.ts";
import { hours } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { auditEndpoints, auditTopic } from "../contract/audit.ts";
import { registerDeskEndpoints, registerOpenDeskEndpoints } from "./access/desk-endpoint.ts";
import { sweepStaffSessions } from "./access/staff-session.ts";
import { auditLiveTopic } from "./list-audit.ts";

const sweepEveryMs = hours(1);

export const staff: Feature = {
  register(app, context) {
    registerOpenDeskEndpoints(app, context, deskLoginEndpoints, async () =>
      (await import("./sign-in/login-handlers.ts")).loginHandlers(context),
    );
    registerDeskEndpoints(app, context, ownSignInEndpoints, async () =>
      (await import("./sign-in/own-sign-in.ts")).ownSignInHandlers(context),
    );
    registerDeskEndpoints(app, context, staffEndpoints, async () =>
      (await import("./account-handlers.ts")).staffHandlers(context),
    );
    registerDeskEndpoints(
      app,
      context,
      auditEndpoints,
      async () => (await import("./audit-handlers.ts")).auditHandlers(context),
      // Open pages reload it by themselves.
      { list: { isPassive: true } },
    );
    registerJobs(app, context, [
      {
        name: "staff-sweep",
        needsTrueClock: true,
        everyMs: sweepEveryMs,
        firstAfterMs: sweepEveryMs,
        run: () => context.database.write((trx) => sweepStaffSessions(trx, context.now())),
      },
    ]);
  },
  liveTopics: { [auditTopic]: auditLiveTopic },
};
