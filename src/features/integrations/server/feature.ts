import { days, hours } from "../../../platform/contract/durations.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { isForPrograms } from "../../../platform/server/http/errors/problem.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { apiTokenEndpoints, sandboxDays } from "../contract/api-tokens.ts";
import { eventsApiEndpoints } from "../contract/events-api.ts";
import { recordsApiEndpoints } from "../contract/records-api.ts";
import { registerApiEndpoints } from "./api/api-endpoint.ts";
import { countUnknown } from "./api/use-token.ts";
import { registerWebhooks } from "./webhooks/routes.ts";

const sweepEveryMs = hours(1);

export const integrations: Feature = {
  register(app, context) {
    registerWebhooks(app, context);
    app.addHook("onRequest", (request, reply, done) => {
      // Pages take every other path.
      const isUnknown = request.is404 || request.routeOptions.url === "/*";
      if (!isUnknown || !isForPrograms(request)) return done();
      countUnknown(request, reply, context).then(() => done(), done);
    });
    registerDeskEndpoints(app, context, apiTokenEndpoints, async () =>
      (await import("./token-handlers.ts")).apiTokenHandlers(context),
    );
    registerApiEndpoints(
      app,
      context,
      recordsApiEndpoints,
      async () => (await import("./record-handlers.ts")).recordsHandlers,
    );
    registerApiEndpoints(
      app,
      context,
      eventsApiEndpoints,
      async () => (await import("./events-handlers.ts")).eventsApiHandlers,
    );
    registerJobs(app, context, [
      {
        name: "api-token-sweep",
        needsTrueClock: true,
        everyMs: sweepEveryMs,
        firstAfterMs: sweepEveryMs,
        run: async () => {
          const { sweepApiTokens } = await import("./manage-tokens.ts");
          const { sweepAnswers } = await import("./api/idempotency.ts");
          await context.database.write(async (trx) => {
            await sweepApiTokens(trx, context.now());
            await sweepAnswers(trx, context.now());
          });
        },
      },
      {
        name: "sandbox",
        needsTrueClock: true,
        everyMs: sweepEveryMs,
        firstAfterMs: sweepEveryMs,
        run: async () => {
          const { emptySandbox } = await import("./empty-sandbox.ts");
          const { sandbox, now } = context;
          if (sandbox) await emptySandbox(sandbox, now() - days(sandboxDays));
        },
      },
    ]);
  },
  counters: ["webhook_deliveries_given_up_total"],
  readMetrics: async (context) =>
    (await import("./webhook-metrics.ts")).readWebhookMetrics(context),
};
