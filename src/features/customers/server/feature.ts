import { hours, minutes } from "../../../platform/contract/durations.ts";
import { outageNotices } from "../../../platform/contract/errors/outage-errors.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { backlogJob } from "../../../platform/server/jobs/backlog-job.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerApiEndpoints } from "../../integrations/server/api/api-endpoint.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { accountEndpoints } from "../contract/account-actions.ts";
import { customerApiEndpoints } from "../contract/api.ts";
import { authQuery } from "../contract/auth.ts";
import { callerCheckEndpoints } from "../contract/caller-check.ts";
import { notMineQuery } from "../contract/confirm-email.ts";
import { customerEndpoints, customersTopic } from "../contract/customers.ts";
import { mergeEndpoints } from "../contract/merges.ts";
import { registerPasskeyLogin } from "./auth/log-in/passkey-login.ts";
import { registerAccounts } from "./auth/routes.ts";
import { findLinkState, linkPages, registerSignInPages } from "./auth/sign-in-pages.ts";
import { registerSweep } from "./auth/sweep.ts";
import { customersLiveTopic } from "./desk/live-topic.ts";
import { findPortalState, portalPages } from "./portal-state.ts";
import { registerPictures } from "./profile/picture-routes.ts";
import { registerProfile } from "./profile/routes.ts";
import { registerSettings } from "./profile/settings-routes.ts";
import { registerRequests } from "./requests/routes.ts";

export const customers: Feature = {
  register(app, context) {
    registerAccounts(app, context);
    registerSignInPages(app, context);
    registerSweep(app, context);
    registerPasskeyLogin(app, context);
    registerSettings(app, context);
    registerProfile(app, context);
    registerRequests(app, context);
    registerPictures(app, context);
    registerDeskEndpoints(
      app,
      context,
      customerEndpoints,
      async () => (await import("./desk/handlers.ts")).customerHandlers(context),
      { list: { isPassive: true }, counts: { isPassive: true } },
    );
    registerDeskEndpoints(app, context, callerCheckEndpoints, async () =>
      (await import("./desk/caller-check-handlers.ts")).callerCheckHandlers(context),
    );
    registerDeskEndpoints(app, context, accountEndpoints, async () =>
      (await import("./desk/account-handlers.ts")).accountHandlers(context),
    );
    registerDeskEndpoints(app, context, mergeEndpoints, async () =>
      (await import("./desk/merge-handlers.ts")).mergeHandlers(context),
    );
    registerApiEndpoints(
      app,
      context,
      customerApiEndpoints,
      async () => (await import("./api/handlers.ts")).customerApiHandlers,
    );
    registerJobs(app, context, [
      {
        name: "account-merges",
        needsTrueClock: true,
        everyMs: hours(1),
        run: async () => (await import("./merges/undo-merge.ts")).endMergeUndos(context),
      },
      {
        name: "second-factor-removals",
        needsTrueClock: true,
        everyMs: minutes(10),
        run: async () => (await import("./accounts/factor-removals.ts")).removeDueFactors(context),
      },
      backlogJob("customer-index", async () =>
        (await import("./desk/index-customers.ts")).indexCustomers(context),
      ),
    ]);
  },
  pages: {
    paths: [...linkPages, ...portalPages],
    findState: (path, query, request, context) =>
      portalPages.has(path)
        ? findPortalState(path, query, request, context)
        : findLinkState(path, query, request, context),
    findOutageNotice: (_path, query) =>
      query.has(authQuery.token) ? outageNotices.link : undefined,
  },
  liveTopics: { [customersTopic]: customersLiveTopic },
  linkTokens: [{ name: authQuery.token }, { name: notMineQuery }],
};
