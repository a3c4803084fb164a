import type { FastifyInstance } from "fastify";
import { hours, seconds } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { returnCollection, returnQuery } from "../contract/app-pages.ts";
import { appEndpoints } from "../contract/apps.ts";
import { registerAppLinks } from "./app-links.ts";
import { registerProvider } from "./routes.ts";

const sweepEveryMs = hours(1);
const sendEveryMs = seconds(1);

export const identity: Feature = {
  register(app, context) {
    registerProvider(app, context);
    registerReturn(app, context);
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

/** The page that returns to an app: its link is the provider's answer to a finished log-in. */
function registerReturn(app: FastifyInstance, context: AppContext): void {
  const { pages } = context;
  app.get(paths.reauth, async (request, reply) => {
    const id = queryOf(request).get(returnQuery);
    if (id === null || !/^[\w-]{1,64}$/.test(id)) return pages.serve(request, reply, paths.reauth);
    const { findAppLogin } = await import("./app-login.ts");
    const login = await findAppLogin(id, context);
    if (!login) return pages.serve(request, reply, paths.reauth);
    const { issuerPath } = await import("./provider/issuer.ts");
    const link = `${issuerPath}/auth/${id}`;
    return pages.sendWithState(reply.header("refresh", `0; url=${link}`), paths.reauth, 200, {
      collection: returnCollection,
      values: { link, appName: login.appName },
    });
  });
}
