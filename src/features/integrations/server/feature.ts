import { hours } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { apiTokenEndpoints } from "../contract/api-tokens.ts";
import { registerRecordsApi } from "./routes.ts";
import { registerWebhooks } from "./webhooks/routes.ts";

const sweepEveryMs = hours(1);

export const integrations: Feature = {
  register(app, context) {
    registerWebhooks(app, context);
    registerDeskEndpoints(app, context, apiTokenEndpoints, async () =>
      (await import("./token-handlers.ts")).apiTokenHandlers(context),
    );
    registerRecordsApi(app, context);
    registerJobs(app, context, [
      {
        name: "api-token-sweep",
        needsTrueClock: true,
        everyMs: sweepEveryMs,
        firstAfterMs: sweepEveryMs,
        run: async () => {
          const { sweepApiTokens } = await import("./manage-tokens.ts");
          await context.database.write((trx) => sweepApiTokens(trx, context.now()));
        },
      },
    ]);
  },
  counters: ["webhook_deliveries_given_up_total"],
};
