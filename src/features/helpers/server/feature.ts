import { hours } from "../../../platform/contract/durations.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { helperDeskEndpoints } from "../contract/desk.ts";
import { helpQuery } from "../contract/helpers.ts";
import { registerHelpedFiles } from "./pages/helped-files.ts";
import { findHelpersState, registerHelpers } from "./pages/helpers-page.ts";
import { registerHelping } from "./pages/helping-posts.ts";
import { findHelpingState } from "./pages/helping-state.ts";

export const helpers: Feature = {
  register(app, context) {
    registerHelpers(app, context);
    registerHelping(app, context);
    registerHelpedFiles(app, context);
    registerDeskEndpoints(
      app,
      context,
      helperDeskEndpoints,
      async () => (await import("./desk-handlers.ts")).helperDeskHandlers(context),
      { list: { isPassive: true } },
    );
    registerJobs(app, context, [
      {
        name: "helper-sweep",
        needsTrueClock: true,
        everyMs: hours(1),
        firstAfterMs: hours(1),
        run: async () => (await import("./sweep.ts")).sweepHelpers(context),
      },
    ]);
  },
  pages: {
    paths: [paths.helpers, paths.helping],
    findState: (path, query, request, context) =>
      path === paths.helpers
        ? findHelpersState(query, request, context)
        : findHelpingState(path, query, request, context),
  },
  linkTokens: [{ name: helpQuery.invitation, path: paths.helping }],
};
