import type { Feature } from "../../../platform/server/feature.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { overviewEndpoints } from "../contract/overview.ts";

export const overview: Feature = {
  register(app, context) {
    registerDeskEndpoints(app, context, overviewEndpoints, async () =>
      (await import("./handlers.ts")).overviewHandlers(context),
    );
  },
};
