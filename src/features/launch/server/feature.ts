import type { Feature } from "../../../platform/server/feature.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { launchEndpoints } from "../contract/launch.ts";
import { registerProbe } from "./probe.ts";

export const launch: Feature = {
  register(app, context) {
    registerDeskEndpoints(app, context, launchEndpoints, async () =>
      (await import("./handlers.ts")).launchHandlers(context),
    );
    registerProbe(app, context);
  },
};
