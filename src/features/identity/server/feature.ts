import { hours, seconds } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { appEndpoints } from "../contract/apps.ts";
import { registerAppLinks } from "./app-links.ts";
import { registerReturnPage } from "./return-page.ts";
import { registerProvider } from "./routes.ts";

const sweepEveryMs = hours(1);
const sendEveryMs = seconds(1);

export const identity: Feature = {
  register(app, context) {
    registerProvider(app, context);
    registerReturnPage(app, context);
    registerAppLinks(app);
    registerDeskEndpoints(app, context, appEndpoints, async () =>
      (await import("./client-handlers.ts")).appHandlers(context),
    );
    registerJobs(app, context, [
      {
        name: "app-logouts",
        needsTrueClock: false,
        everyMs: sendEveryMs,
        run: async () => {
          const waiting = await context.database.db
            .selectFrom("oidc_logouts")
            .select("id")
            .limit(1)
            .executeTakeFirst();
          if (!waiting) return;
          await (await import("./logout-sender.ts")).sendLogouts(context, app.log);
        },
      },
      {
        name: "app-sweep",
        needsTrueClock: true,
        everyMs: sweepEveryMs,
        firstAfterMs: sweepEveryMs,
        run: async () => {
          await (await import("./sweep.ts")).sweepIdentity(context);
        },
      },
    ]);
  },
  counters: ["app_logouts_given_up_total"],
};
