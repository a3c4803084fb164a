import type { Feature } from "../../../platform/server/feature.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { searchEndpoints } from "../contract/search.ts";

export const search: Feature = {
  register(app, context) {
    registerDeskEndpoints(app, context, searchEndpoints, async () =>
      (await import("./handlers.ts")).searchHandlers(context),
    );
  },
};
